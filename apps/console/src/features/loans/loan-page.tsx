import { codeInWords } from '../../platform/code-words.ts';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LedgerTab } from './ledger-tab.tsx';
import { LOAN_LOOKS, type LoanAnswer } from './loan.ts';
import { LoanActions } from './loan-actions.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PapersTab } from './papers-tab.tsx';

const TABS = [
  { value: 'overview', text: 'Overview' },
  { value: 'ledger', text: 'Ledger' },
  { value: 'history', text: 'History' },
  { value: 'papers', text: 'Papers' },
] as const;
type Tab = (typeof TABS)[number]['value'];

/** A loan: its plans, its ledger, what happened and its papers. The part that is shown stands in the address. */
export function LoanPage({ loanId }: { loanId: string }) {
  const query = useStaffAnswer('getLoan', { params: { loanId } });
  const [filters, change] = useFilters({ tab: 'overview' });
  const tab = TABS.find(({ value }) => value === filters.tab)?.value ?? 'overview';
  const show = (wanted: Tab) => {
    change({ tab: wanted });
    // A payment may have come since.
    void query.refetch();
  };
  useKeys(
    'Parts of the page',
    TABS.map(({ value, text }, index) => ({ keys: String(index + 1), does: text, run: () => show(value) })),
  );
  const list = {
    loanId,
    page: pageNumber(filters.page),
    onPage: (page: number) => change({ page: String(page) }),
  };
  return (
    <Page
      title={`Loan ${loanId}`}
      note={query.data && <PageNote loan={query.data} />}
      actions={query.data && <LoanActions loan={query.data} />}
    >
      <Answer query={query}>
        {(loan) => (
          <>
            <FilterBar>
              <FilterTabs label="Part of the page" value={tab} choices={TABS} onChange={show} />
            </FilterBar>
            {tab === 'overview' && <OverviewTab loan={loan} />}
            {tab === 'ledger' && <LedgerTab {...list} />}
            {tab === 'history' && <HistoryTab {...list} />}
            {tab === 'papers' && <PapersTab loan={loan} />}
          </>
        )}
      </Answer>
    </Page>
  );
}

function PageNote({ loan: { state, maskedName, isDisputed, daysLate } }: { loan: LoanAnswer }) {
  return (
    <>
      <Badge look={LOAN_LOOKS[state] ?? 'plain'}>{codeInWords(state).toLowerCase()}</Badge>{' '}
      {daysLate > 0 && <>{daysLate === 1 ? '1 day late' : `${daysLate} days late`} </>}
      {isDisputed && <Badge look="warn">disputed</Badge>} {maskedName && <bdi>{maskedName}</bdi>}
    </>
  );
}
