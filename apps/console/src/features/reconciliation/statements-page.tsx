import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useState } from 'react';
import { useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { coversText, OPERATOR_CHOICES, STATEMENT_OPERATORS } from './reconciliation-words.tsx';
import { StatementDialog } from './statement-dialog.tsx';
import { otherChargesText } from './statement-import.ts';

type Row = StaffAnswer<'listStatements'>['items'][number];

const PAGE_SIZE = 20;

const columns: Column<Row>[] = [
  { title: 'Statement', cell: ({ statementId }) => statementId },
  { title: 'Operator', cell: ({ operator }) => OPERATOR_TITLES[operator] },
  { title: 'Covers', cell: ({ covers }) => coversText(covers) },
  { title: 'Rows', cell: (row) => <RowCount row={row} />, isRight: true },
  { title: 'Differences', cell: ({ differences }) => formatCount(differences), isRight: true, isExtra: true },
  { title: 'Open', cell: ({ open }) => <OpenCount open={open} />, isRight: true },
  { title: 'Imported by', cell: ({ importedBy }) => importedBy, isExtra: true },
  { title: 'Imported', cell: ({ importedAt }) => <Time at={importedAt} />, isRight: true },
];

function RowCount({ row: { rows, otherCharges } }: { row: Row }) {
  if (otherCharges === 0) return formatCount(rows);
  return (
    <>
      {formatCount(rows)} <Badge look="warn">{otherChargesText(otherCharges)}</Badge>
    </>
  );
}

function OpenCount({ open }: { open: number }) {
  return open === 0 ? <Badge look="good">none</Badge> : <Badge look="warn">{formatCount(open)}</Badge>;
}

/** The statements of operators that were imported, newest first, and the import of another one. */
export function StatementsPage() {
  const mayImport = usePerson().permissions.includes('matchPayments');
  const [isImporting, setImporting] = useState(false);
  const [filters, change] = useFilters({ operator: '', before: '' });
  const operator = STATEMENT_OPERATORS.find((one) => one === filters.operator);
  const before = Number(filters.before) || undefined;
  const query = useStaffAnswer(
    'listStatements',
    { query: { operator, before, pageSize: PAGE_SIZE } },
    { isList: true },
  );
  useKeys(
    'Statements',
    mayImport ? [{ keys: 'n', does: 'Import a statement', run: () => setImporting(true) }] : [],
  );
  return (
    <Page
      title="Statements"
      note="of operators, compared with our payments"
      actions={
        <>
          <ButtonLink to="/differences">Differences</ButtonLink>
          {mayImport && (
            <Button look="main" keys="N" onClick={() => setImporting(true)}>
              Import
            </Button>
          )}
          <ListFiles list="listStatements" filter={{ operator }} />
        </>
      }
    >
      <FilterBar>
        <FilterTabs
          label="Operator"
          value={operator ?? ''}
          choices={[{ value: '', text: 'All operators' }, ...OPERATOR_CHOICES]}
          onChange={(next) => change({ operator: next, before: '' })}
        />
      </FilterBar>
      <Card isFlush>
        <Answer query={query}>
          {({ items, isMore }) => (
            <>
              {items.length === 0 ? (
                <Empty title="No statement was imported">
                  Export the account of the collections and payouts of a day at the operator, as CSV, and
                  import the file here. It is compared with our payments, and nothing is posted by it.
                </Empty>
              ) : (
                <Table
                  label="Statements"
                  rows={items}
                  columns={columns}
                  keyOf={({ statementId }) => statementId}
                  addressOf={({ statementId }) => `/differences?statement=${statementId}`}
                />
              )}
              <Steps
                names={['Newest statements', 'Older statements']}
                onBefore={filters.before === '' ? undefined : () => change({ before: '' })}
                onNext={isMore ? () => change({ before: String(items.at(-1)!.statementId) }) : undefined}
              />
            </>
          )}
        </Answer>
      </Card>
      {isImporting && <StatementDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}
