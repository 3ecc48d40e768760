import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { useEffect, useRef, useState } from 'react';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ExactTime } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { AuditFilters } from './audit-filters.tsx';
import {
  type AuditFilter,
  isOutcome,
  NO_FILTER,
  type Outcome,
  problemsOf,
  wholeNumber,
} from './filter-problems.ts';

type Entry = StaffAnswer<'searchAudit'>['items'][number];

const PAGE_SIZE = 50;
const LOOKS: Record<Outcome, 'plain' | 'good' | 'warn' | 'bad'> = {
  begun: 'plain',
  done: 'good',
  refused: 'warn',
  failed: 'bad',
  shown: 'plain',
};

/** The user name is what the audit is filtered by, and names one person. */
const nameText = ({ name, userName }: Entry) => (name === null ? userName : `${name} (${userName})`);

function columnsOf(onOpen: (entry: Entry) => void): Column<Entry>[] {
  return [
    { title: 'When, in Lusaka', cell: ({ at }) => <ExactTime at={at} /> },
    { title: 'Person', cell: nameText },
    { title: 'What', cell: ({ summary }) => summary },
    {
      title: 'Outcome',
      cell: ({ outcome }) => <Badge look={LOOKS[outcome]}>{outcome}</Badge>,
    },
    { title: 'Borrower', cell: ({ borrowerId }) => borrowerId ?? '', isRight: true },
    {
      title: 'Entry',
      cell: (entry) => (
        <Button look="link" onClick={() => onOpen(entry)}>
          {entry.entryId}
          <span className="visually-hidden">: show the entry</span>
        </Button>
      ),
      isRight: true,
    },
  ];
}

/** Who changed and who looked at what, newest first. */
export function AuditPage() {
  const [filters, change] = useFilters(NO_FILTER);
  const [opened, setOpened] = useState<Entry | null>(null);
  const problems = problemsOf(filters);
  const isRight = Object.keys(problems).length === 0;
  const query = useStaffAnswer(
    'searchAudit',
    { query: searchOf(filters) },
    { isList: true, isEnabled: isRight },
  );
  const { list, step, stay } = useFocusAfterStep(query);
  const narrow = (changed: Partial<AuditFilter>) => {
    stay();
    change({ before: '', ...changed });
  };
  return (
    <Page
      title="Audit"
      note="every change, and every look at a borrower"
      actions={isRight && <ListFiles list="searchAudit" filter={searchOf(filters)} />}
    >
      <AuditFilters filters={filters} problems={problems} onChange={narrow} />
      <Card isFlush>
        {isRight ? (
          <Answer query={query}>
            {({ items, isMore }) => (
              <div ref={list}>
                {items.length === 0 ? (
                  <Empty title="No entry fits">
                    An entry is written when a person of staff signs in, changes something or looks at a
                    borrower. Fewer filters show more.
                  </Empty>
                ) : (
                  <Table
                    label="Entries"
                    rows={items}
                    columns={columnsOf(setOpened)}
                    keyOf={({ entryId }) => entryId}
                  />
                )}
                <Steps
                  names={['Newest entries', 'Older entries']}
                  onBefore={filters.before === '' ? undefined : () => step(() => change({ before: '' }))}
                  onNext={
                    isMore ? () => step(() => change({ before: String(items.at(-1)!.entryId) })) : undefined
                  }
                />
              </div>
            )}
          </Answer>
        ) : (
          <Empty title="Nothing was searched">Correct what is marked in the filter.</Empty>
        )}
      </Card>
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

/** After a step to other entries the list takes the focus, so that they are read from their beginning. */
function useFocusAfterStep({ data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  const isStepped = useRef(false);
  useEffect(() => {
    if (!isStepped.current || isPlaceholderData || data === undefined) return;
    isStepped.current = false;
    list.current?.querySelector<HTMLElement>('[role="group"]')?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [data, isPlaceholderData]);
  const step = (go: () => void) => {
    isStepped.current = true;
    go();
  };
  /** A person who narrows the list meanwhile stays in the filter. */
  const stay = () => {
    isStepped.current = false;
  };
  return { list, step, stay };
}

function searchOf(filters: AuditFilter): StaffRequest<'searchAudit'>['query'] {
  return {
    userName: filters.person || undefined,
    call: filters.call || undefined,
    borrowerId: wholeNumber(filters.borrower),
    outcome: isOutcome(filters.outcome) ? filters.outcome : undefined,
    from: filters.from || undefined,
    until: filters.until || undefined,
    before: wholeNumber(filters.before),
    pageSize: PAGE_SIZE,
  };
}

function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { at, call, summary, outcome, borrowerId, subject, reference, detail } = entry;
  return (
    <Dialog title={`Entry ${entry.entryId}`} onClose={onClose}>
      <Facts
        facts={[
          ['When', <ExactTime key="at" at={at} />],
          ['Person', nameText(entry)],
          ['What', summary],
          ['Call', call],
          ['Outcome', outcome],
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
