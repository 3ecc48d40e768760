import { usePerson } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { insightPages } from './insight-pages.ts';

/** The way to every report. */
export function InsightPage() {
  const { permissions } = usePerson();
  return (
    <Page title="Insight" note="reports of the whole book">
      <Card isFlush>
        <Table
          label="Reports"
          rows={insightPages.filter(({ permission }) => !permission || permissions.includes(permission))}
          columns={[
            { title: 'Report', cell: ({ title }) => title },
            { title: 'What it shows', cell: ({ shows }) => shows },
          ]}
          keyOf={({ path }) => path}
          addressOf={({ path }) => path}
        />
      </Card>
    </Page>
  );
}
