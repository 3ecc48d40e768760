import { staffCalls } from '@thumba/contract/staff/calls';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useEffect, useState } from 'react';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ExactTime } from '../../ui/time.tsx';

type Entry = StaffAnswer<'searchAudit'>['items'][number];
type Outcome = Entry['outcome'];

const PAGE_SIZE = 50;
const OUTCOMES: Record<Outcome, { text: string; look: 'plain' | 'good' | 'warn' | 'bad' }> = {
  begun: { text: 'begun', look: 'plain' },
  done: { text: 'done', look: 'good' },
  refused: { text: 'refused', look: 'warn' },
  failed: { text: 'failed', look: 'bad' },
  shown: { text: 'shown', look: 'plain' },
};
const OUTCOME_CHOICES = [
  { value: '', text: 'Every outcome' },
  ...Object.entries(OUTCOMES).map(([value, { text }]) => ({ value, text })),
];
const CALL_CHOICES = [
  { value: '', text: 'Every call' },
  ...Object.entries(staffCalls)
    .filter(([, { audit }]) => audit !== 'none')
    .map(([name]) => ({ value: name, text: name })),
];
const FILTERS = { person: '', call: '', borrower: '', outcome: '', from: '', until: '', before: '' };

const wholeNumber = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);
const dayOrNothing = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

/** Who changed and who looked at what, newest first. */
export function AuditPage() {
  const [filters, change] = useFilters(FILTERS);
  const [opened, setOpened] = useState<Entry | null>(null);
  const query = useStaffAnswer(
    'searchAudit',
    {
      query: {
        userName: filters.person || undefined,
        call: filters.call || undefined,
        borrowerId: wholeNumber(filters.borrower),
        outcome: filters.outcome in OUTCOMES ? (filters.outcome as Outcome) : undefined,
        from: dayOrNothing(filters.from),
        until: dayOrNothing(filters.until),
        before: wholeNumber(filters.before),
        pageSize: PAGE_SIZE,
      },
    },
    { isList: true },
  );
  const columns: Column<Entry>[] = [
    { title: 'When, in Lusaka', cell: ({ at }) => <ExactTime at={at} /> },
    { title: 'Person', cell: ({ userName }) => userName },
    { title: 'What', cell: ({ summary }) => summary },
    {
      title: 'Outcome',
      cell: ({ outcome }) => <Badge look={OUTCOMES[outcome].look}>{OUTCOMES[outcome].text}</Badge>,
    },
    { title: 'Borrower', cell: ({ borrowerId }) => borrowerId ?? '', isRight: true },
    {
      title: 'Entry',
      cell: (entry) => (
        <Button look="link" onClick={() => setOpened(entry)}>
          {entry.entryId}
          <span className="visually-hidden">: show the entry</span>
        </Button>
      ),
      isRight: true,
    },
  ];
  return (
    <Page title="Audit" note="every change, and every look at a borrower">
      <AuditFilters filters={filters} onChange={(changed) => change({ before: '', ...changed })} />
      <Card isFlush>
        <Answer query={query}>
          {({ items, isMore }) => (
            <>
              {items.length === 0 ? (
                <Empty title="No entry fits">
                  An entry is written when a person of staff changes something or looks at a borrower. Fewer
                  filters show more.
                </Empty>
              ) : (
                <Table label="Entries" rows={items} columns={columns} keyOf={({ entryId }) => entryId} />
              )}
              <Steps
                names={['Newest entries', 'Older entries']}
                onBefore={filters.before === '' ? undefined : () => change({ before: '' })}
                onNext={isMore ? () => change({ before: String(items.at(-1)!.entryId) }) : undefined}
              />
            </>
          )}
        </Answer>
      </Card>
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

type AuditFilter = Record<keyof typeof FILTERS, string>;

function AuditFilters({
  filters,
  onChange,
}: {
  filters: AuditFilter;
  onChange: (changed: Partial<AuditFilter>) => void;
}) {
  return (
    <FilterBar>
      <TypedFilter
        label="Person (user name)"
        value={filters.person}
        onChange={(person) => onChange({ person })}
      />
      <Select
        label="Call"
        value={filters.call}
        choices={CALL_CHOICES}
        onChange={(call) => onChange({ call })}
      />
      <TypedFilter
        label="Borrower number"
        value={filters.borrower}
        onChange={(borrower) => onChange({ borrower })}
      />
      <Select
        label="Outcome"
        value={filters.outcome}
        choices={OUTCOME_CHOICES}
        onChange={(outcome) => onChange({ outcome })}
      />
      <TextField label="From" type="date" value={filters.from} onChange={(from) => onChange({ from })} />
      <TextField label="Until" type="date" value={filters.until} onChange={(until) => onChange({ until })} />
    </FilterBar>
  );
}

const TYPING_PAUSE_MS = 400;

/** A filter that counts once its person pauses. */
function TypedFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause anew
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => setTyped(value), [value]);
  return <TextField label={label} value={typed} onChange={setTyped} autoComplete="off" spellCheck={false} />;
}

function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { at, userName, call, summary, outcome, borrowerId, subject, reference, detail } = entry;
  return (
    <Dialog title={`Entry ${entry.entryId}`} onClose={onClose}>
      <Facts
        facts={[
          ['When', <ExactTime key="at" at={at} />],
          ['Person', userName],
          ['What', summary],
          ['Call', call],
          ['Outcome', OUTCOMES[outcome].text],
          ['Borrower', borrowerId],
          ['About', subject],
          ['Request', reference],
          ...Object.entries(detail).map(
            ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
          ),
        ]}
      />
    </Dialog>
  );
}
