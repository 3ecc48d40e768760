import type { BorrowerGroup, BorrowerSort } from '@thumba/contract/staff/list-words';
import type { StaffAnswer, StaffQuery } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { maskedBorrower } from '../../people/borrower/masked-borrower.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type ListOrder, listStatements, pageOfList } from '../../platform/sorted-list.ts';

type Listed = StaffAnswer<'listBorrowers'>['items'][number];

type BorrowerRow = {
  place: string;
  borrower_id: number;
  mobile_sealed: Buffer;
  identity_sealed: Buffer | null;
  is_deleted: boolean;
  is_blocked: boolean;
  registered_on: Day;
  ladder_step: number;
  on_time_loans: number;
  open_loan_id: number | null;
  is_late: boolean;
};

const ORDERS: Record<BorrowerSort, ListOrder> = {
  number: { value: 'b.borrower_id', type: 'bigint', key: 'b.borrower_id', keyType: 'bigint' },
  step: { value: 's.ladder_step', type: 'bigint', key: 's.borrower_id', keyType: 'bigint' },
};
const FROM: Record<BorrowerSort, string> = {
  number: 'borrower b',
  step: 'borrower_standing s join borrower b on b.borrower_id = s.borrower_id',
};

const OPEN = `('applied', 'approved', 'paying_out', 'payout_failed', 'active', 'overdue', 'written_off')`;
const GROUPS: Record<BorrowerGroup, string> = {
  all: 'true',
  open_loan: `exists (select from loan l where l.borrower_id = b.borrower_id and l.state in ${OPEN})`,
  late: `exists (select from loan l where l.borrower_id = b.borrower_id and l.state = 'overdue')`,
  blocked: 'b.blocked_at is not null',
};

const statementsOf = (group: BorrowerGroup) =>
  listStatements<BorrowerSort, BorrowerRow, object>(
    `lists: borrowers ${group}`,
    ORDERS,
    ({ isBeyond, inOrder }, sort) => {
      const { value, key } = ORDERS[sort];
      return `with page as (
         select b.*, ${value} as sort_value, ${key} as sort_key from ${FROM[sort]}
         where ${GROUPS[group]} and ${isBeyond} ${inOrder()}
       )
       select p.borrower_id, p.mobile_sealed, i.identity_sealed, p.blocked_at is not null as is_blocked, p.registered_on,
         exists (select from account_deletion d where d.borrower_id = p.borrower_id) as is_deleted,
         coalesce(s.ladder_step, 1) as ladder_step, coalesce(s.on_time_loans, 0) as on_time_loans,
         l.loan_id as open_loan_id, coalesce(l.state = 'overdue', false) as is_late,
         p.sort_value || '_' || p.borrower_id as place
       from page p
       left join borrower_standing s on s.borrower_id = p.borrower_id
       left join borrower_identity i on i.borrower_id = p.borrower_id
       left join loan l on l.borrower_id = p.borrower_id and l.state in ${OPEN}
       ${inOrder('p')}`;
    },
  );

const STATEMENTS: Record<BorrowerGroup, ReturnType<typeof statementsOf>> = {
  all: statementsOf('all'),
  open_loan: statementsOf('open_loan'),
  late: statementsOf('late'),
  blocked: statementsOf('blocked'),
};

export async function listBorrowers(
  { db, sealing }: { db: Database; sealing: Sealing },
  { group, ...place }: StaffQuery<'listBorrowers'>,
): Promise<StaffAnswer<'listBorrowers'>> {
  const { wanted, at } = STATEMENTS[group](place);
  const { items, ...beside } = pageOfList(await db.rows(wanted, at), place);
  return { ...beside, items: items.map((row) => borrowerShown(sealing, row)) };
}

function borrowerShown(sealing: Sealing, row: BorrowerRow): Listed {
  return {
    borrowerId: row.borrower_id,
    ...maskedBorrower(sealing, row),
    isDeleted: row.is_deleted,
    isBlocked: row.is_blocked,
    registeredOn: row.registered_on,
    ladderStep: row.ladder_step,
    onTimeLoans: row.on_time_loans,
    openLoanId: row.open_loan_id,
    isLate: row.is_late,
  };
}
