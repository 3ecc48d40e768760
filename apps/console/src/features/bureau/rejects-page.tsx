import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { NextRows } from './next-rows.tsx';

/** The records of a file that the bureau did not take. */
export function RejectsPage({ params }: { params: { fileId: string } }) {
  const fileId = Number(params.fileId);
  const [filters, change] = useFilters({ after: '' });
  const after = Number(filters.after) || 0;
  const query = useStaffAnswer(
    'listBureauRejects',
    { params: { fileId }, query: { after } },
    { isList: true },
  );
  return (
    <Page
      title="Rejected records"
      note={`of file ${fileId}: the next file tells of them again`}
      actions={
        <>
          <ButtonLink to="/bureau">Credit bureau</ButtonLink>
          <ListFiles list="listBureauRejects" params={{ fileId }} />
        </>
      }
    >
      <Card isFlush>
        <Answer query={query}>
          {({ items, next }) =>
            items.length === 0 ? (
              <Empty title="Nothing was rejected">The bureau took every record that it has read.</Empty>
            ) : (
              <>
                <Table
                  label="Rejected records"
                  rows={items}
                  keyOf={({ record }) => record}
                  addressOf={({ loanId }) => `/loans/${loanId}`}
                  columns={[
                    { title: 'Record', cell: ({ record }) => record },
                    { title: 'Loan', cell: ({ loanId }) => loanId },
                    { title: 'Code', cell: ({ code }) => code },
                    { title: 'What the bureau says', cell: ({ text }) => <bdi>{text}</bdi> },
                  ]}
                />
                <NextRows after={after} next={next} onGo={(place) => change({ after: String(place) })} />
              </>
            )
          }
        </Answer>
      </Card>
    </Page>
  );
}
