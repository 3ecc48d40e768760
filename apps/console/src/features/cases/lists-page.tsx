import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useKeys } from '../../platform/keys.ts';
import { useNowMs } from '../../platform/now.ts';
import { renew, useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { countText, daysOld, LIST_NAMES, labelText } from './case-words.tsx';
import { ImportDialog } from './import-dialog.tsx';

type Lists = StaffAnswer<'getScreeningLists'>;
type List = Lists['lists'][number];
type Comparison = NonNullable<Lists['comparison']>;

/** While borrowers are compared, how far it came is asked for this often. */
const RUNNING_MS = 2_000;

/** The lists of people in use, and how far the comparison of every borrower with them came. */
export function ListsPage() {
  const mayImport = usePerson().permissions.includes('importLists');
  const [isImporting, setImporting] = useState(false);
  const query = useStaffAnswer('getScreeningLists', {}, { isRenewed: true });
  const comparison = query.data?.comparison;
  const isRunning = comparison ? comparison.endedAt === null : false;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void renew('getScreeningLists', {});
    }, RUNNING_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  useKeys('Lists', mayImport ? [{ keys: 'n', does: 'Import a list', run: () => setImporting(true) }] : []);
  return (
    <Page
      title="Lists"
      note="of sanctioned and exposed people"
      actions={
        mayImport && (
          <Button look="main" keys="N" onClick={() => setImporting(true)}>
            Import
          </Button>
        )
      }
    >
      <Answer query={query}>
        {({ lists, comparison: found }) =>
          found === null ? (
            <Card>
              <Empty title="No list was imported">
                Borrowers are compared with the list of the United Nations, with a domestic one and with one
                of politically exposed persons, once a file of it is imported here.
              </Empty>
            </Card>
          ) : (
            <Cards>
              <ListsCard lists={lists} />
              <ComparisonCard comparison={found} />
            </Cards>
          )
        }
      </Answer>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

function ListsCard({ lists }: { lists: readonly List[] }) {
  const nowMs = useNowMs();
  const columns: Column<List>[] = [
    { title: 'List', cell: ({ kind }) => LIST_NAMES[kind] },
    {
      title: 'In use',
      cell: ({ kind, inUse }) => (inUse ? <bdi>{labelText(kind, inUse)}</bdi> : 'none was imported'),
    },
    { title: 'People', cell: ({ inUse }) => inUse && countText(inUse.people), isRight: true },
    { title: 'Imported by', cell: ({ inUse }) => inUse?.importedBy, isExtra: true },
    { title: 'Imported', cell: ({ inUse }) => inUse && <Time at={inUse.importedAt} />, isRight: true },
    { title: 'Age', cell: ({ inUse }) => inUse && daysOld(inUse.since, nowMs), isRight: true },
  ];
  return (
    <Card isFlush>
      <Table label="Lists in use" rows={lists} columns={columns} keyOf={({ kind }) => kind} />
    </Card>
  );
}

function ComparisonCard({ comparison }: { comparison: Comparison }) {
  const { borrowers, compared, endedAt } = comparison;
  return (
    <Card
      title="Comparison with every borrower"
      note={endedAt ? <Badge look="good">complete</Badge> : <Badge look="warn">under way</Badge>}
    >
      {endedAt ? (
        <p>
          The comparison with these lists ended <Time at={endedAt} />. Borrowers who may be on one are in the{' '}
          <Link href="/cases">cases</Link>.
        </p>
      ) : (
        <Progress
          label="Borrowers compared"
          value={Math.min(compared, borrowers)}
          max={Math.max(borrowers, 1)}
        >
          <p>
            {countText(compared)} of {countText(borrowers)} borrowers are compared. It goes on by itself, also
            if this page is closed.
          </p>
        </Progress>
      )}
    </Card>
  );
}
