import { LOAN_FIGURES, type LoanFigure } from '@thumba/contract/staff/insight-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { kwachaText } from '../../ui/figure-text.ts';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE } from '../../ui/paged-list.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';

type Loan = StaffAnswer<'listLoansOfFigure'>['items'][number];
type Total = NonNullable<StaffAnswer<'listLoansOfFigure'>['total']>;

const WORDS: Record<LoanFigure, { title: string; day: string; amount: string }> = {
  out: { title: 'Loans that are out', day: 'So since', amount: 'Principal' },
  rolled: { title: 'Loans that moved in a month', day: '', amount: 'Principal' },
  ever_late: { title: 'Loans ever more than 30 days late', day: 'Late since', amount: '' },
  called: { title: 'Late loans that were called', day: 'Last call', amount: '' },
  reached: { title: 'Late loans that were reached', day: 'Last call', amount: '' },
  promised: { title: 'Promises to pay', day: 'Promised on', amount: 'Promised' },
  kept: { title: 'Promises that were kept', day: 'Promised on', amount: 'Promised' },
  broken: { title: 'Promises that were broken', day: 'Promised on', amount: 'Promised' },
  in_stage: { title: 'Loans in a stage of expected losses', day: '', amount: 'Owed' },
};

const DEFAULTS = {
  figure: 'out',
  on: '',
  dueDates: '',
  fromBucket: '',
  toBucket: '',
  stage: '',
  month: '',
  months: '',
  from: '',
  to: '',
  product: '',
  after: '',
};

/** The loans behind a number of a report. */
export function FigureLoansPage() {
  const [filters, change] = useFilters(DEFAULTS);
  const figure = LOAN_FIGURES.find((name) => name === filters.figure) ?? 'out';
  const { page: _page, figure: _figure, ...rest } = filters;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  const query = useStaffAnswer(
    'listLoansOfFigure',
    { query: { ...given, figure, pageSize: PAGE_SIZE } },
    { isList: true },
  );
  const { title, day, amount } = WORDS[figure];
  return (
    <Page
      title={title}
      note={query.data?.total && totalText(query.data.total, filters.on)}
      actions={
        <>
          <ButtonLink to="/insight">All reports</ButtonLink>
          <ListFiles list="listLoansOfFigure" filter={{ ...given, figure }} />
        </>
      }
    >
      <Answer query={query}>
        {({ items, isMore }) => (
          <Card isFlush>
            {items.length === 0 ? (
              <Empty title="No loan is behind this number">The number was zero.</Empty>
            ) : (
              <Table
                label={title}
                rows={items}
                columns={columnsOf(day, amount)}
                keyOf={({ key }) => key}
                addressOf={({ loanId }) => `/loans/${loanId}`}
              />
            )}
            <Steps
              names={['From the start', 'Next page']}
              onBefore={filters.after === '' ? undefined : () => change({ after: '' })}
              onNext={isMore ? () => change({ after: String(items.at(-1)!.key) }) : undefined}
            />
          </Card>
        )}
      </Answer>
    </Page>
  );
}

function totalText({ loans, amount }: Total, on: string): string {
  const counted = `${formatCount(loans)} in all${amount === null ? '' : `, ${kwachaText(amount)}`}`;
  return on === '' ? counted : `${dayText(on)}: ${counted}`;
}

function columnsOf(day: string, amount: string): Column<Loan>[] {
  return [
    { title: 'Loan', cell: ({ loanId }) => loanId },
    ...(day === '' ? [] : [{ title: day, cell: ({ on }: Loan) => (on === null ? '' : dayText(on)) }]),
    ...(amount === ''
      ? []
      : [{ title: amount, cell: (loan: Loan) => <Money kwacha={loan.amount ?? 0} />, isRight: true }]),
  ];
}
