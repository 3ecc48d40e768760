import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE } from '../../ui/paged-list.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ENDING_WORDS, ENDINGS, inputWords, OUTCOME_WORDS, OUTCOMES } from './what-if-words.ts';

type Listed = StaffAnswer<'listWhatIfApplications'>['items'][number];
type Query = NonNullable<StaffRequest<'listWhatIfApplications'>['query']>;

const FATES = [
  { value: 'decided', text: 'Decided again' },
  { value: 'incomplete', text: 'Incomplete' },
  { value: 'erased', text: 'Erased' },
  { value: 'differs', text: 'Decided otherwise today' },
];
const ANY = { value: '', text: 'Any' };
const OUTCOME_CHOICES = [ANY, ...OUTCOMES.map((value) => ({ value, text: OUTCOME_WORDS[value] }))];
const ENDING_CHOICES = [ANY, ...ENDINGS.map((value) => ({ value, text: ENDING_WORDS[value] }))];

const FILTERS = {
  ...{ fate: 'decided', was: '', would: '', ending: '' },
  ...{ wasBand: '', wouldBand: '', after: '' },
};

const REVIEWED = { approve: 'approved', decline: 'declined' };

const COLUMNS: readonly Column<Listed>[] = [
  { title: 'Loan', cell: ({ loanId }) => loanId },
  { title: 'Applied on', cell: ({ appliedOn }) => dayText(appliedOn) },
  { title: 'Product', cell: ({ productName }) => productName },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
  { title: 'Then', cell: ({ was }) => was && OUTCOME_WORDS[was] },
  { title: 'Under the draft', cell: ({ would }) => would && OUTCOME_WORDS[would] },
  { title: 'Points then', cell: ({ wasPoints }) => wasPoints, isRight: true },
  { title: 'Points now', cell: ({ wouldPoints }) => wouldPoints, isRight: true },
  { title: 'By a person', cell: ({ reviewed }) => reviewed && REVIEWED[reviewed] },
  { title: 'Loan since', cell: ({ ending }) => ENDING_WORDS[ending] },
  { title: 'Missing', cell: ({ missing }) => missing.map(inputWords).join(', '), isExtra: true },
];

const isOneOf = (words: readonly { value: string }[], text: string) =>
  text !== '' && words.some(({ value }) => value === text);
const numberIn = (text: string) => (/^-?\d{1,9}$/.test(text) ? Number(text) : undefined);

/** What a changed address has of other words is left out. */
function queryOf(filters: typeof FILTERS): Query {
  return {
    fate: isOneOf(FATES, filters.fate) ? (filters.fate as Query['fate']) : 'decided',
    was: isOneOf(OUTCOME_CHOICES, filters.was) ? (filters.was as Query['was']) : undefined,
    would: isOneOf(OUTCOME_CHOICES, filters.would) ? (filters.would as Query['would']) : undefined,
    ending: isOneOf(ENDING_CHOICES, filters.ending) ? (filters.ending as Query['ending']) : undefined,
    wasBand: numberIn(filters.wasBand),
    wouldBand: numberIn(filters.wouldBand),
    after: numberIn(filters.after),
    pageSize: PAGE_SIZE,
  };
}

/** The applications behind a number of a what-if. */
export function WhatIfApplicationsPage({ runId }: { runId: string }) {
  const [filters, change] = useFilters(FILTERS);
  const request = { params: { runId }, query: queryOf(filters) };
  const query = useStaffAnswer('listWhatIfApplications', request, { isList: true });
  const bands = [
    filters.wasBand && `from ${filters.wasBand} points then`,
    filters.wouldBand && `from ${filters.wouldBand} points under the draft`,
  ].filter(Boolean);
  return (
    <Page
      title={`Applications of what-if ${runId}`}
      note={bands.join(', ') || undefined}
      actions={<ButtonLink to={`/set-up/what-ifs/${runId}`}>Its numbers</ButtonLink>}
    >
      <ApplicationFilters filters={filters} onChange={change} />
      <Card isFlush>
        <Answer query={query}>
          {({ items, next }) => (
            <>
              <Listing items={items} />
              <Steps
                names={['From the start', 'Next page']}
                onBefore={filters.after === '' ? undefined : () => change({ after: '' })}
                onNext={next === null ? undefined : () => change({ after: String(next) })}
              />
            </>
          )}
        </Answer>
      </Card>
    </Page>
  );
}

function Listing({ items }: { items: readonly Listed[] }) {
  const maySeeLoan = usePerson().permissions.includes('seeLoan');
  if (items.length === 0) return <Empty title="No application is like this">Choose other filters.</Empty>;
  return (
    <Table
      label="Applications"
      rows={items}
      columns={COLUMNS}
      keyOf={({ loanId }) => loanId}
      addressOf={maySeeLoan ? ({ loanId }) => `/loans/${loanId}` : undefined}
    />
  );
}

function ApplicationFilters({
  filters,
  onChange,
}: {
  filters: typeof FILTERS;
  onChange: (changed: Partial<typeof FILTERS>) => void;
}) {
  const narrow = (changed: Partial<typeof FILTERS>) => onChange({ after: '', ...changed });
  return (
    <FilterBar>
      <Select
        label="Applications"
        value={filters.fate}
        choices={FATES}
        onChange={(fate) => narrow({ fate, was: '', would: '' })}
      />
      <Select
        label="Decided then"
        value={filters.was}
        choices={OUTCOME_CHOICES}
        onChange={(was) => narrow({ was })}
      />
      <Select
        label="Under the draft"
        value={filters.would}
        choices={OUTCOME_CHOICES}
        onChange={(would) => narrow({ would })}
      />
      <Select
        label="Loan since"
        value={filters.ending}
        choices={ENDING_CHOICES}
        onChange={(ending) => narrow({ ending })}
      />
    </FilterBar>
  );
}
