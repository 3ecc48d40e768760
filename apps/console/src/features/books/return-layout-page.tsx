import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { LayoutDialog } from './layout-dialog.tsx';

type Layout = StaffAnswer<'getReturnLayout'>['versions'][number];
type Line = Layout['lines'][number];

const FIGURES = { gross: 'gross amount', provision: 'provision', expectedLoss: 'expected loss' } as const;

const COLUMNS: readonly Column<Line>[] = [
  { title: 'Code', cell: ({ code }) => code },
  { title: 'Part', cell: ({ part }) => part, isExtra: true },
  { title: 'Line', cell: ({ title }) => title },
  { title: 'Is', cell: meaningOf },
];

function meaningOf(line: Line): string {
  switch (line.is) {
    case 'accounts':
      return line.accounts.map((account) => account.replaceAll('_', ' ')).join(' + ');
    case 'result':
      return 'income less expenses that are not closed yet';
    case 'class':
      return `${FIGURES[line.figure]} of the class ${line.loanClass}`;
    case 'sum':
      return line.of.join(' + ');
  }
}

/** The lines of the return to the regulator, by version, and another version by two people. */
export function ReturnLayoutPage() {
  const query = useStaffAnswer('getReturnLayout', {});
  const mayAsk = usePerson().permissions.includes('keepBooks');
  const [isAsking, setAsking] = useState(false);
  const latest = query.data?.versions[0];
  useKeys(
    'Layout of the return',
    mayAsk && latest ? [{ keys: 'n', does: 'Another layout', run: () => setAsking(true) }] : [],
  );
  return (
    <Page
      title="Layout of the return"
      note="to the regulator"
      actions={
        <>
          <ButtonLink to="/books">Books</ButtonLink>
          <ButtonLink to="/books/reports/regulator-return">The return</ButtonLink>
          {mayAsk && latest && (
            <Button keys="N" onClick={() => setAsking(true)}>
              Another layout
            </Button>
          )}
        </>
      }
    >
      <Answer query={query}>
        {({ versions }) => (
          <Cards>
            {versions.map((layout) => (
              <LayoutCard key={layout.version} layout={layout} />
            ))}
          </Cards>
        )}
      </Answer>
      {isAsking && latest && <LayoutDialog layout={latest} onClose={() => setAsking(false)} />}
    </Page>
  );
}

function LayoutCard({ layout }: { layout: Layout }) {
  const { version, source, isConfirmed, isInForce, startsOn, savedBy, lines } = layout;
  return (
    <Card
      title={`Version ${version}`}
      note={
        <>
          <Badge look={isInForce ? 'good' : 'plain'}>{isInForce ? 'counts' : 'does not count today'}</Badge>{' '}
          {!isConfirmed && <Badge look="warn">not compared with the form</Badge>}
        </>
      }
    >
      <p>
        {source}. From {dayText(startsOn)} on, by {savedBy}.
      </p>
      <Table
        label={`Lines of version ${version}`}
        rows={lines}
        columns={COLUMNS}
        keyOf={({ code }) => code}
      />
    </Card>
  );
}
