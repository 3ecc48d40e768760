import { PAYMENT_OUTCOMES, type PaymentOutcome } from '@thumba/contract/staff/monitoring-kinds';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { type Statement, statement, type Transaction } from '../../platform/database.ts';
import { BEFORE_ALL, type CountedDays, countEach, exactInstant } from './counts.ts';

type Direction = 'collection' | 'payout';
type Asked = CountedDays & { operator: OperatorName | null; direction: Direction | null };

/** SQL: another account was chosen before it was sent, so it says nothing about its operator. */
const WAS_REPLACED = `(failure_reason = 'superseded' and first_sent_at is null)`;

/** Payments with the seconds from their sending to their outcome, and whether it was not known for a time. */
const PAYMENTS = `select p.borrower_id, p.attempt_id, p.operator, p.direction, p.amount_ngwee, p.state, p.failure_reason,
     p.submitted_on, p.created_at, extract(epoch from p.finished_at - p.sent_at)::double precision as seconds,
     p.state = 'unknown' or u.attempt_id is not null as was_unknown
   from payment_attempt p
   left join (select distinct s.borrower_id, s.attempt_id from payment_attempt_step s
     where s.told = 'unknown' and s.taken_at >= $from::date::timestamp at time zone 'Africa/Lusaka') u
     on u.borrower_id = p.borrower_id and u.attempt_id = p.attempt_id
   where p.submitted_on between $from::date and $through::date and ${WAS_REPLACED} is not true
     and ($operator::text is null or p.operator = $operator)
     and ($direction::text is null or p.direction = $direction)`;

const OUTCOMES: Record<PaymentOutcome, string> = {
  attempts: 'true',
  succeeded: `state = 'succeeded'`,
  refused: `state = 'failed'`,
  expired: `state = 'expired'`,
  under_way: `state in ('created', 'sent', 'pending')`,
  unknown: `state = 'unknown'`,
  was_unknown: 'was_unknown',
};

export type OperatorFigures = Record<PaymentOutcome, number> & {
  operator: OperatorName;
  /** Null in the row of all days. */
  on_day: Day | null;
  median_seconds: number | null;
  p95_seconds: number | null;
};

const healthStatement = statement<OperatorFigures, Asked>(
  'insight: health of operators',
  `select operator, submitted_on as on_day,
     ${countEach(OUTCOMES)},
     percentile_cont(0.5) within group (order by seconds) as median_seconds,
     percentile_cont(0.95) within group (order by seconds) as p95_seconds
   from (${PAYMENTS}) p group by grouping sets ((operator), (operator, submitted_on))
   order by operator, submitted_on`,
);

export function readHealth(book: Transaction, wanted: Asked): Promise<OperatorFigures[]> {
  return book.rows(healthStatement, wanted);
}

const reasonsStatement = statement<
  { operator: OperatorName; direction: Direction; reason: string; payments: number },
  Asked
>(
  'insight: why payments failed',
  `select operator, direction, coalesce(failure_reason, state) as reason, count(*)::integer as payments
   from payment_attempt
   where submitted_on between $from::date and $through::date and state in ('failed', 'expired')
     and ${WAS_REPLACED} is not true
     and ($operator::text is null or operator = $operator)
     and ($direction::text is null or direction = $direction)
   group by 1, 2, 3 order by payments desc, operator, direction, reason`,
);

export function readReasons(
  book: Transaction,
  wanted: Asked,
): Promise<{ operator: OperatorName; direction: Direction; reason: string; payments: number }[]> {
  return book.rows(reasonsStatement, wanted);
}

export type OperatorPayment = {
  borrower_id: number;
  attempt_id: string;
  operator: OperatorName;
  direction: Direction;
  amount_ngwee: Ngwee;
  state: string;
  reason: string | null;
  submitted_on: Day;
  created_at: Date;
  created_exactly: string;
  seconds: number | null;
};

type ListValues = Asked & {
  reason: string | null;
  afterOn: Day;
  afterAt: string;
  afterId: string;
  limit: number;
};

const listStatements = Object.fromEntries(
  PAYMENT_OUTCOMES.map((outcome) => [
    outcome,
    statement<OperatorPayment, ListValues>(
      `insight: payments ${outcome}`,
      `select borrower_id, attempt_id, operator, direction, amount_ngwee, state,
         case when state in ('failed', 'expired') then coalesce(failure_reason, state) end as reason,
         submitted_on, created_at, ${exactInstant('created_at')} as created_exactly, seconds
       from (${PAYMENTS}
         and (p.submitted_on, p.created_at, p.attempt_id) < ($afterOn::date, $afterAt::timestamptz, $afterId::uuid)) p
       where ${OUTCOMES[outcome]}
         and ($reason::text is null or state in ('failed', 'expired') and coalesce(failure_reason, state) = $reason)
       order by submitted_on desc, created_at desc, attempt_id desc limit $limit`,
    ),
  ]),
) as Record<PaymentOutcome, Statement<OperatorPayment, ListValues>>;

export function listPayments(
  book: Transaction,
  {
    outcome,
    after,
    ...wanted
  }: Asked & { reason: string | null; limit: number; outcome: PaymentOutcome; after: string | undefined },
): Promise<OperatorPayment[]> {
  const [afterOn = BEFORE_ALL.on, afterAt = BEFORE_ALL.at, afterId = BEFORE_ALL.uuid] =
    after?.split('_') ?? [];
  return book.rows(listStatements[outcome], { ...wanted, afterOn: afterOn as Day, afterAt, afterId });
}
