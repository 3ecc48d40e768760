import { addDays, type Day } from '@thumba/lending/day';
import { floatAccount, type LedgerAccount, type OperatorName } from '@thumba/lending/ledger';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { FIRST_BOOKED_ON } from '../../book/ledger/booking-day.ts';
import { NO_BORROWER } from '../../book/ledger/transfers.ts';
import { WALLET_OPENINGS } from '../../money/reconciliation/wallet-opening.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { debitBalanceThrough, readTotalledThrough } from '../daily-total/balances.ts';
import type { Wallet } from './post-bank-row.ts';

/** A day of a wallet in ngwee: the book's balance before it, what moved, and the balance that the operator should show. */
export type WalletDay = {
  openingNgwee: number;
  /** The opening balance that was declared or taken on by a journal on this day. */
  takenOnNgwee: number;
  paymentsNgwee: number;
  bankNgwee: number;
  suspenseNgwee: number;
  chargesNgwee: number;
  /** Payments that the operator had on this day and the book on the day before or after. */
  timingNgwee: number;
  balanceNgwee: number;
};

export type SignOffRefusal =
  | { kind: 'day_not_over' }
  /** `null` where the book has no rows. */
  | { kind: 'before_book'; beginsOn: Day | null }
  | { kind: 'signed_before' }
  | { kind: 'does_not_agree'; day: WalletDay; statedNgwee: number };

const movementsStatement = statement<
  {
    taken_on_ngwee: number;
    payments_ngwee: number;
    bank_ngwee: number;
    suspense_ngwee: number;
    charges_ngwee: number;
  },
  { account: LedgerAccount; on: Day }
>(
  'bank: movements of a wallet',
  `select
     coalesce(sum(ngwee) filter (where kind = 'taken_on'), 0)::bigint as taken_on_ngwee,
     coalesce(sum(ngwee) filter (where kind = 'charge'), 0)::bigint * -1 as charges_ngwee,
     coalesce(sum(ngwee) filter (where kind = 'bank'), 0)::bigint as bank_ngwee,
     coalesce(sum(ngwee) filter (where kind = 'suspense'), 0)::bigint as suspense_ngwee,
     coalesce(sum(ngwee) filter (where kind = 'payment'), 0)::bigint as payments_ngwee
   from (
     select ngwee, case
       when is_opening then 'taken_on'
       when other = 'operator_charge_expense' then 'charge'
       when other in ('bank', 'in_transit') then 'bank'
       when other = 'suspense' then 'suspense'
       else 'payment' end as kind
     from (
       select case when debit_account = $account then credit_account else debit_account end as other,
         case when debit_account = $account then amount_ngwee else -amount_ngwee end as ngwee,
         borrower_id = ${NO_BORROWER} and entry_id in (${WALLET_OPENINGS}) as is_opening
       from ledger_transfer where business_on = $on::date and $account in (debit_account, credit_account)
     ) movement
   ) of_kind`,
);

/** A payment that was given up is confirmed within these days, if it is at all. */
const DAYS_TO_CONFIRM = 40;

/** SQL: the beginning of a day in Lusaka. */
const beginningOf = (day: string) => `(${day})::timestamp at time zone 'Africa/Lusaka'`;

const BOTH_DAYS = `(r.happened_at at time zone 'Africa/Lusaka')::date as at_operator_on,
       (p.finished_at at time zone 'Africa/Lusaka')::date as in_book_on,
       case p.direction when 'collection' then p.amount_ngwee else -p.amount_ngwee end as ngwee`;

/**
 * A payment near midnight has one day at the operator and another in the book, which has it when it was told. So has a
 * payment that was given up and is confirmed days later, and a payment that its operator took back days before staff
 * booked that. Both calendars are Lusaka's; the business day may be some days ahead in a demo. Rows around the day are
 * found by their time. An earlier row matters only where the book has its payment long after it was made.
 */
const timingStatement = statement<
  { timing_ngwee: number },
  { operator: OperatorName; direction: string; on: Day }
>(
  'bank: timing of a wallet',
  `with real_day as (select $on::date - offset_days as on_day from business_calendar),
   late as materialized (
     select p.borrower_id, p.attempt_id, p.direction, p.amount_ngwee, p.finished_at
     from payment_attempt p where p.operator = $operator and p.direction = $direction and p.state = 'succeeded'
       and p.finished_at - p.created_at > interval '1 day'
       and p.finished_at >= ${beginningOf('(select on_day + 1 from real_day)')}
   ),
   payments as (
     select ${BOTH_DAYS}
     from real_day d
     join operator_statement_row r on r.operator = $operator and r.direction = $direction and r.outcome = 'succeeded'
       and r.happened_at >= ${beginningOf('d.on_day - 1')} and r.happened_at < ${beginningOf('d.on_day + 3')}
     join payment_attempt p on p.borrower_id = r.borrower_id and p.attempt_id = r.attempt_id
       and p.state = 'succeeded' and p.direction = $direction
     union all
     select ${BOTH_DAYS}
     from real_day d
     cross join late p
     cross join lateral (select r.happened_at from operator_statement_row r
       where r.borrower_id = p.borrower_id and r.attempt_id = p.attempt_id and r.operator = $operator
         and r.outcome = 'succeeded' and r.happened_at >= ${beginningOf(`d.on_day - ${DAYS_TO_CONFIRM}`)}
         and r.happened_at < ${beginningOf('d.on_day - 1')} offset 0) r
     union all
     select (d.happened_at at time zone 'Africa/Lusaka')::date, (d.resolved_at at time zone 'Africa/Lusaka')::date,
       -d.attempt_ngwee
     from reconciliation_difference d
     where d.operator = $operator and d.direction = $direction and d.resolution = 'taken_back'
   )
   select coalesce(sum(case when at_operator_on <= on_day and in_book_on > on_day then ngwee
     when at_operator_on > on_day and in_book_on <= on_day then -ngwee else 0 end), 0)::bigint as timing_ngwee
   from payments cross join real_day`,
);

/** What the book has of a day of a wallet. Rule: docs/rules/bank.md. */
export async function readWalletDay(
  db: Database,
  { operator, direction }: Wallet,
  on: Day,
): Promise<WalletDay> {
  const account = floatAccount(operator, direction);
  const openingNgwee = await debitBalanceThrough(db, account, addDays(on, -1));
  const moved = (await db.row(movementsStatement, { account, on }))!;
  const timing = await db.row(timingStatement, { operator, direction, on });
  const day = {
    openingNgwee,
    takenOnNgwee: moved.taken_on_ngwee,
    paymentsNgwee: moved.payments_ngwee,
    bankNgwee: moved.bank_ngwee,
    suspenseNgwee: moved.suspense_ngwee,
    chargesNgwee: moved.charges_ngwee,
    timingNgwee: timing?.timing_ngwee ?? 0,
  };
  const balanceNgwee =
    openingNgwee +
    day.takenOnNgwee +
    day.paymentsNgwee +
    day.bankNgwee +
    day.suspenseNgwee -
    day.chargesNgwee +
    day.timingNgwee;
  return { ...day, balanceNgwee };
}

const signStatement = statement<{ on_day: Day }, WalletDay & Wallet & { on: Day; actor: Actor; now: Date }>(
  'bank: sign wallet day',
  `insert into wallet_day (operator, direction, on_day, opening_ngwee, payments_ngwee, bank_ngwee, suspense_ngwee,
     charges_ngwee, timing_ngwee, balance_ngwee, actor, signed_at)
   values ($operator, $direction, $on, $openingNgwee::bigint + $takenOnNgwee::bigint, $paymentsNgwee, $bankNgwee, $suspenseNgwee, $chargesNgwee,
     $timingNgwee, $balanceNgwee, $actor, $now)
   on conflict do nothing returning on_day`,
);

const beginsOnStatement = statement<{ begins_on: Day | null }>(
  'bank: first day of the book',
  `select ${FIRST_BOOKED_ON} as begins_on`,
);

/**
 * Signs a day of a wallet off: the operator's balance at the end of the day is the book's. Refuses, in this order: a day
 * that is not over; a day before the book began; another balance, with what the book has; a day that is signed.
 */
export async function signWalletDay(
  deps: { db: Database; clock: Clock; today(): Day },
  wallet: Wallet,
  { on, balanceNgwee, actor }: { on: Day; balanceNgwee: number; actor: Actor },
): Promise<Outcome<WalletDay, SignOffRefusal>> {
  if (on >= deps.today()) return refuse({ kind: 'day_not_over' });
  const { begins_on: beginsOn } = (await deps.db.row(beginsOnStatement, {}))!;
  if (beginsOn === null || on < beginsOn) return refuse({ kind: 'before_book', beginsOn });
  const day = await readWalletDay(deps.db, wallet, on);
  if (day.balanceNgwee !== balanceNgwee)
    return refuse({ kind: 'does_not_agree', day, statedNgwee: balanceNgwee });
  const now = toDate(deps.clock.nowMs());
  const signed = await deps.db.row(signStatement, { ...day, ...wallet, on, actor, now });
  return signed ? allow(day) : refuse({ kind: 'signed_before' });
}

export type UnsignedDay = { operator: OperatorName; direction: 'collection' | 'payout'; on_day: Day };

/** Past days are known from their totals, of which a month has a few hundred. */
const unsignedDaysStatement = statement<
  UnsignedDay,
  { fromOn: Day; throughOn: Day; totalledThroughOn: string }
>(
  'bank: unsigned wallet days',
  `select split_part(moved.account, '_', 2) as operator, split_part(moved.account, '_', 3) as direction, moved.on_day
   from (
     select d.account::text as account, d.business_on as on_day from account_day_total d
     where d.business_on between $fromOn::date and $throughOn::date and d.business_on <= $totalledThroughOn::date
       and d.account::text like 'float\\_%'
     union
     select side.account::text, t.business_on
     from ledger_transfer t cross join lateral (values (t.debit_account), (t.credit_account)) as side (account)
     where t.business_on between $fromOn::date and $throughOn::date and t.business_on > $totalledThroughOn::date
       and side.account::text like 'float\\_%'
   ) moved
   where moved.on_day > coalesce((select closed_through_on from book_closing), '-infinity')
     and not exists (select from wallet_day d where d.on_day = moved.on_day
     and format('float_%s_%s', d.operator, d.direction) = moved.account)
   order by moved.on_day, moved.account`,
);

/**
 * The days on which money moved in a wallet and that are not signed. They hold up the closing of their month, so those of
 * a closed month are left out.
 */
export async function findUnsignedDays(
  db: Pick<Database, 'rows' | 'row'>,
  fromOn: Day,
  throughOn: Day,
): Promise<UnsignedDay[]> {
  const totalledThroughOn = await readTotalledThrough(db);
  return db.rows(unsignedDaysStatement, { fromOn, throughOn, totalledThroughOn });
}

export type Signature = { actor: Actor; signed_at: Date; balance_ngwee: number };

const signatureStatement = statement<Signature, Wallet & { on: Day }>(
  'bank: signature of a wallet day',
  `select actor, signed_at, balance_ngwee from wallet_day
   where operator = $operator and direction = $direction and on_day = $on`,
);

/** Who signed a day of a wallet off, and with which balance. */
export function findSignature(
  db: Pick<Database, 'row'>,
  wallet: Wallet,
  on: Day,
): Promise<Signature | undefined> {
  return db.row(signatureStatement, { ...wallet, on });
}
