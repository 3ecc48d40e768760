import { PAYMENT_GROUPS, type PaymentGroup, type PaymentSort } from '@thumba/contract/staff/list-words';
import type { StaffAnswer, StaffQuery } from '@thumba/contract/staff/wire';
import { OPERATOR_NAMES, type OperatorName } from '@thumba/lending/ledger';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import type { Database } from '../../platform/database.ts';
import { type ListOrder, listStatements, pageOfList } from '../../platform/sorted-list.ts';

type Listed = StaffAnswer<'listPayments'>['items'][number];

type PaymentRow = {
  place: string;
  attempt_id: string;
  borrower_id: number;
  loan_id: number | null;
  direction: Listed['way'];
  operator: OperatorName;
  purpose: string;
  state: string;
  amount_ngwee: Ngwee;
  created_at: Date;
};

const KEY = { key: 'p.attempt_id', keyType: 'uuid' } as const;
const ORDERS: Record<PaymentSort, ListOrder> = {
  made: { value: 'p.created_at', type: 'timestamptz', ...KEY },
};
const PLACE = `to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || p.attempt_id`;

type Values = { states: readonly string[]; ways: readonly string[]; operators: readonly string[] };

/**
 * Payments that ended are read in the order of the index for each state, way and operator, as many as a page holds, and put
 * together. Those without an end are few, and each has a next step.
 */
const statementOf = listStatements<PaymentSort, PaymentRow, Values>(
  'lists: payments',
  ORDERS,
  ({ isBeyond, inOrder }, sort) => {
    const { value, key } = ORDERS[sort];
    const columns = `p.attempt_id, p.borrower_id, p.loan_id, p.direction, p.operator, p.purpose, p.state, p.amount_ngwee,
       p.created_at, ${value} as sort_value, ${key} as sort_key`;
    return `select p.*, ${PLACE} as place from (
       select e.* from unnest($states::text[]) s (state), unnest($ways::text[]) w (way), unnest($operators::text[]) o (operator)
       cross join lateral (
         select ${columns} from payment_attempt p
         where p.state = s.state and p.state in ('succeeded', 'failed', 'expired') and p.direction = w.way
           and p.operator = o.operator and ${isBeyond}
         ${inOrder()}
       ) e
       union all
       select u.* from (
         select ${columns} from payment_attempt p
         where p.next_step_at is not null and p.state = any ($states::text[])
           and p.state in ('created', 'sent', 'pending', 'unknown')
           and p.direction = any ($ways::text[]) and p.operator = any ($operators::text[]) and ${isBeyond}
         ${inOrder()}
       ) u
     ) p ${inOrder('p')}`;
  },
);

const ALL = Object.values(PAYMENT_GROUPS).flat();
const statesOf = (group: 'all' | PaymentGroup): readonly string[] =>
  group === 'all' ? ALL : PAYMENT_GROUPS[group];
const WAYS = ['collection', 'payout'] as const;

export async function listPayments(
  db: Database,
  { group, way, operator, ...place }: StaffQuery<'listPayments'>,
): Promise<StaffAnswer<'listPayments'>> {
  const { wanted, at } = statementOf(place);
  const rows = await db.rows(wanted, {
    ...at,
    states: statesOf(group),
    ways: way === undefined ? WAYS : [way],
    operators: operator === undefined ? OPERATOR_NAMES : [operator],
  });
  const { items, ...beside } = pageOfList(rows, place);
  return { ...beside, items: items.map(paymentShown) };
}

function paymentShown(row: PaymentRow): Listed {
  return {
    paymentId: row.attempt_id,
    payerId: row.borrower_id,
    loanId: row.loan_id,
    way: row.direction,
    operator: row.operator,
    purpose: row.purpose,
    state: row.state,
    amount: toKwacha(row.amount_ngwee),
    madeAt: row.created_at.toISOString(),
  };
}
