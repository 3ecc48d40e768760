import { Link } from 'wouter';
import { codeInWords } from '../../platform/code-words.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Money } from '../../ui/money.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { Time } from '../../ui/time.tsx';
import type { TabProps } from './borrower.ts';

export function LoansTab({ borrowerId, page, onPage }: TabProps) {
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      label="Loans"
      isTitled
      query={useStaffAnswer('listBorrowerLoans', request, { isList: true })}
      empty={['There is no loan yet', 'An application of the borrower stands here.']}
      page={page}
      onPage={onPage}
      keyOf={({ loanId }) => loanId}
      addressOf={({ loanId }) => `/loans/${loanId}`}
      columns={[
        { title: 'Loan', cell: ({ loanId }) => loanId },
        { title: 'State', cell: ({ state }) => codeInWords(state) },
        { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
        { title: 'To repay', isRight: true, cell: ({ toRepay }) => <Money kwacha={toRepay} /> },
        { title: 'Due on', isRight: true, cell: ({ dueOn }) => (dueOn === null ? '–' : dayText(dueOn)) },
        { title: 'Days late', isRight: true, cell: ({ daysLate }) => (daysLate > 0 ? daysLate : '–') },
        { title: 'Applied', isRight: true, cell: ({ appliedAt }) => <Time at={appliedAt} /> },
        {
          title: 'Paid out',
          isRight: true,
          isExtra: true,
          cell: ({ disbursedAt }) => (disbursedAt === null ? '–' : <Time at={disbursedAt} />),
        },
      ]}
    />
  );
}

export function PaymentsTab({ borrowerId, page, onPage }: TabProps) {
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      label="Payments"
      isTitled
      query={useStaffAnswer('listBorrowerPayments', request, { isList: true })}
      empty={['There is no payment yet', 'Payouts to the borrower and payments of the borrower stand here.']}
      page={page}
      onPage={onPage}
      keyOf={({ paymentId }) => paymentId}
      addressOf={({ paymentId }) => `/payments/${borrowerId}/${paymentId}`}
      columns={[
        { title: 'Purpose', cell: ({ purpose }) => codeInWords(purpose) },
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        {
          title: 'State',
          cell: ({ state, failure }) => codeInWords(failure === null ? state : `${state}: ${failure}`),
        },
        { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
        { title: 'Operator', cell: ({ operator }) => OPERATOR_TITLES[operator] },
        { title: 'Loan', isRight: true, cell: ({ loanId }) => <LoanLink loanId={loanId} /> },
        { title: 'Receipt', cell: ({ receiptNo }) => receiptNo ?? '–' },
        { title: 'Reference', isExtra: true, cell: ({ operatorReference }) => operatorReference ?? '–' },
      ]}
    />
  );
}

export function WalletTab({ borrowerId, page, onPage }: TabProps) {
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  const query = useStaffAnswer('readBorrowerWallet', request, { isList: true });
  return (
    <PagedList
      label="Wallet"
      isTitled
      note={query.data && <Money kwacha={query.data.balance} />}
      query={query}
      empty={['Nothing was in the wallet yet', 'Money that the borrower overpaid or was given goes there.']}
      page={page}
      onPage={onPage}
      keyOf={(row) => JSON.stringify(row)}
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        { title: 'What', cell: ({ title }) => title },
        { title: 'Loan', isRight: true, cell: ({ loanId }) => <LoanLink loanId={loanId} /> },
        { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
        {
          title: 'Balance after',
          isRight: true,
          cell: ({ balanceAfter }) => <Money kwacha={balanceAfter} />,
        },
      ]}
    />
  );
}

function LoanLink({ loanId }: { loanId: number | null }) {
  return loanId === null ? '–' : <Link href={`/loans/${loanId}`}>{loanId}</Link>;
}
