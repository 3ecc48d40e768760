import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import type { LoanTabProps } from './loan.ts';
import styles from './loans.module.css';

type Entry = StaffAnswer<'listLoanLedger'>['items'][number];

/** Each entry of the ledger: why it was made, and what it moved from which account to which. */
export function LedgerTab({ loanId, page, onPage }: LoanTabProps) {
  const request = { params: { loanId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      label="Ledger"
      isTitled
      query={useStaffAnswer('listLoanLedger', request, { isList: true })}
      empty={['Nothing was booked yet', 'The payout of the loan is its first entry.']}
      page={page}
      onPage={onPage}
      keyOf={({ entryId }) => entryId}
      columns={[
        { title: 'Day', cell: ({ on }) => <span className={styles.whole}>{dayText(on)}</span> },
        { title: 'What', cell: (entry) => <What entry={entry} /> },
        { title: 'Debit to credit', cell: (entry) => <Rows entry={entry} /> },
        {
          title: 'Receivable after',
          isRight: true,
          cell: ({ receivableAfter }) => <Money kwacha={receivableAfter} />,
        },
        { title: 'By', isExtra: true, cell: ({ by }) => by },
      ]}
    />
  );
}

function What({ entry: { titles, receiptNo, isTakenBack } }: { entry: Entry }) {
  return (
    <>
      {titles.map((title) => (
        <div key={title}>{title}</div>
      ))}
      {receiptNo !== null && <span className={styles.weak}>receipt {receiptNo} </span>}
      {isTakenBack && <Badge look="warn">taken back</Badge>}
    </>
  );
}

function Rows({ entry: { rows } }: { entry: Entry }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ debit, credit, amount }) => (
        <li key={`${debit} to ${credit}`} className={styles.row}>
          <span>
            {debit} to {credit}
          </span>
          <span className={styles.whole}>
            <Money kwacha={amount} />
          </span>
        </li>
      ))}
    </ul>
  );
}
