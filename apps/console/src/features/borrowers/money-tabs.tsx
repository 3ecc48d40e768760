import { useStaffAnswer } from '../../platform/query.ts';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import type { TabProps } from './borrower.ts';
import { PAGE_SIZE, PagedList } from './paged-list.tsx';

const plain = (code: string) => code.replaceAll('_', ' ');

export function LoansTab({ borrowerId, page, onPage }: TabProps) {
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      title="Loans"
      query={useStaffAnswer('listBorrowerLoans', request, { isList: true })}
      empty={['There is no loan yet', 'An application of the borrower stands here.']}
      page={page}
      onPage={onPage}
      keyOf={({ loanId }) => loanId}
      columns={[
        { title: 'Loan', cell: ({ loanId }) => loanId },
        { title: 'State', cell: ({ state }) => plain(state) },
        { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
        { title: 'To repay', isRight: true, cell: ({ toRepay }) => <Money kwacha={toRepay} /> },
        { title: 'Due on', isRight: true, cell: ({ dueOn }) => dueOn ?? '–' },
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
      title="Payments"
      query={useStaffAnswer('listBorrowerPayments', request, { isList: true })}
      empty={['There is no payment yet', 'Payouts to the borrower and payments of the borrower stand here.']}
      page={page}
      onPage={onPage}
      keyOf={({ paymentId }) => paymentId}
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        { title: 'Purpose', cell: ({ purpose }) => plain(purpose) },
        {
          title: 'State',
          cell: ({ state, failure }) => plain(failure === null ? state : `${state}: ${failure}`),
        },
        { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
        { title: 'Operator', cell: ({ operator }) => operator.toUpperCase() },
        { title: 'Loan', isRight: true, cell: ({ loanId }) => loanId ?? '–' },
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
      title="Wallet"
      note={query.data && <Money kwacha={query.data.balance} />}
      query={query}
      empty={['Nothing was in the wallet yet', 'Money that the borrower overpaid or was given goes there.']}
      page={page}
      onPage={onPage}
      keyOf={(row) => JSON.stringify(row)}
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        { title: 'What', cell: ({ title }) => title },
        { title: 'Loan', isRight: true, cell: ({ loanId }) => loanId ?? '–' },
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
