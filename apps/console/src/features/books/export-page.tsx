import { LEDGER_TARGETS, type LedgerTarget } from '@thumba/contract/staff/books-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useDownload } from '../../platform/download.ts';
import { useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty, Failure } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { askedDays, THIS_MONTH } from './books-days.ts';
import { DaysFilter } from './days-filter.tsx';
import { TiesCard } from './ties-card.tsx';

type Journal = StaffAnswer<'readLedgerExport'>['journals'][number];

const TARGETS = Object.entries(LEDGER_TARGETS).map(([value, text]) => ({ value, text }));

const columns: readonly Column<Journal>[] = [
  { title: 'Journal', cell: ({ number }) => number },
  { title: 'Day', cell: ({ on }) => dayText(on) },
  { title: 'What', cell: ({ narration }) => narration, isExtra: true },
  { title: 'Lines', isRight: true, cell: ({ lines }) => lines },
  { title: 'Debits and credits', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
];

/** What is handed to another general ledger for some days: the same day or month always has the same number. */
export function ExportPage() {
  const [filters, change] = useFilters({ ...THIS_MONTH, by: 'month', target: 'generic' });
  const by = filters.by === 'day' ? 'day' : 'month';
  const target: LedgerTarget = filters.target === 'xero' ? 'xero' : 'generic';
  const asked = { ...askedDays(filters), by: by as 'day' | 'month' };
  const query = useStaffAnswer('readLedgerExport', { query: { ...asked, target } });
  const { save, isBusy } = useDownload('downloadLedgerExport');
  const isReady = query.data !== undefined && query.data.problem === null;
  const saveFile = () => save({ body: { ...asked, target } });
  useKeys('Export', isReady ? [{ keys: 'c', does: 'Download the file', run: saveFile }] : []);
  return (
    <Page
      title="Export"
      note="to another general ledger"
      actions={
        <>
          <ButtonLink to="/books/mapping">Mapping</ButtonLink>
          {isReady && (
            <Button look="main" keys="C" isBusy={isBusy} onClick={saveFile}>
              Download
            </Button>
          )}
        </>
      }
    >
      <FilterBar>
        <DaysFilter kind="span" days={filters} onChange={change} />
        <Select
          label="For"
          value={target}
          choices={TARGETS}
          onChange={(chosen) => change({ target: chosen })}
        />
        <Select
          label="One journal for each"
          value={by}
          choices={[
            { value: 'month', text: 'month' },
            { value: 'day', text: 'day' },
          ]}
          onChange={(chosen) => change({ by: chosen })}
        />
      </FilterBar>
      <Answer query={query}>
        {({ journals, ties, problem }) => (
          <Cards>
            {problem && <Failure>{problem}</Failure>}
            <Card title="Journals" isFlush>
              {journals.length === 0 ? (
                <Empty title="Nothing was booked on these days">Other days may have journals.</Empty>
              ) : (
                <Table label="Journals" rows={journals} columns={columns} keyOf={({ number }) => number} />
              )}
            </Card>
            <TiesCard ties={ties} />
          </Cards>
        )}
      </Answer>
    </Page>
  );
}
