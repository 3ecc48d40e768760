import { addDays, type Day } from '@thumba/lending/day';
import { kwacha, type Ngwee } from '@thumba/lending/money';
import { staffActor } from '../book/actor.ts';
import { importStatement } from '../money/reconciliation/import-statement.ts';
import { readStatement } from '../money/reconciliation/statement-file.ts';
import { statementFormats } from '../money/reconciliation/statement-formats.ts';
import { statement } from '../platform/database.ts';
import { askForDifference } from '../staff/request/match-difference.ts';
import { noteUnknownPayment, type Treasury } from './treasury.ts';
import type { YearLender } from './year-lender.ts';
import { agreeByTwo, type YearOffice } from './year-office.ts';

const OPERATOR = 'airtel';
const MAKER = 'lweendo';
const CHECKER = 'suwilanji';
const DAYS_SHOWN = 7;
/** Fewer payments make no statement that shows anything. */
const FEWEST_PAYMENTS = 3;
/** A number that no borrower has paid with. */
const STRANGER = '0973400100';
const HEADER =
  'Transaction ID,Reference No,Transaction Date & Time,Transaction Status,Transaction Type,Sender Mobile Number,Receiver Mobile Number,Transaction Amount,Currency,Fee';
const OUR_NUMBER = '0970000001';

type Payment = {
  borrower_id: number;
  attempt_id: string;
  operator_reference: string;
  direction: 'collection' | 'payout';
  amount_ngwee: Ngwee;
  at: string;
  msisdn_sealed: Buffer;
};

const listPaymentsStatement = statement<Payment, { operator: string; fromOn: Day; throughOn: Day }>(
  'demo year: payments of a statement',
  `select borrower_id, attempt_id, operator_reference, direction, amount_ngwee, msisdn_sealed,
     to_char(finished_at at time zone 'Africa/Lusaka', 'DD-MM-YYYY HH24:MI:SS') as at
   from payment_attempt
   where operator = $operator and state = 'succeeded' and operator_reference is not null
     and (finished_at at time zone 'Africa/Lusaka')::date between $fromOn::date and $throughOn::date
   order by finished_at, amount_ngwee, attempt_id`,
);

const findUnknownStatement = statement<{ difference_id: number }, { statementId: number }>(
  'demo year: payment that only the operator has',
  `select difference_id from reconciliation_difference
   where statement_id = $statementId and attempt_id is null and state = 'open'`,
);

/**
 * Finance imports what an operator shows of the last week. A stranger paid in on the last of its days, and two people put
 * that money into suspense. `isLast` leaves it open, with a payment that the operator does not show and one of another
 * amount.
 */
export async function importOperatorStatement(
  lender: YearLender,
  office: YearOffice,
  treasury: Treasury,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const { db, sealing, clock } = lender;
  const today = lender.today();
  const throughOn = addDays(today, -1);
  const fromOn = addDays(today, -DAYS_SHOWN);
  const payments = await db.rows(listPaymentsStatement, { operator: OPERATOR, fromOn, throughOn });
  if (payments.length < FEWEST_PAYMENTS) return;
  // The last two have not stood on the statement before this one, whose days can overlap.
  const missing = payments.length - 1;
  const lines = payments.flatMap((payment, index) => {
    if (isLast && index === missing) return [];
    const place = { borrower_id: payment.borrower_id, attempt_id: payment.attempt_id };
    const mobile = sealing.open('payment_attempt.msisdn_sealed', place, payment.msisdn_sealed);
    const amountNgwee = payment.amount_ngwee + (isLast && index === missing - 1 ? kwacha(10) : 0);
    return [lineOf({ ...payment, amountNgwee, reference: payment.operator_reference, mobile })];
  });
  const strangerNgwee = kwacha(80 + Number(today.slice(5, 7)) * 5);
  const unknown = { direction: 'collection', amountNgwee: strangerNgwee, mobile: STRANGER } as const;
  const at = `${throughOn.split('-').toReversed().join('-')} 20:15:00`;
  lines.push(lineOf({ ...unknown, reference: `CI${today.replaceAll('-', '')}`, attempt_id: '', at }));
  const bytes = Buffer.from(`${[HEADER, ...lines].join('\n')}\n`);
  const read = readStatement(statementFormats[OPERATOR], bytes);
  if (!read.ok) throw new Error(`a statement of the year: ${read.refusal.problem}`);
  const imported = await importStatement(
    { db, sealing, nowMs: clock.nowMs(), today },
    { operator: OPERATOR, bytes, rows: read.value, actor: staffActor(MAKER) },
  );
  if (!imported.ok) throw new Error(`a statement of the year was refused: ${imported.refusal.kind}`);
  if (isLast) return;
  const { statementId } = imported.value;
  const differenceId = (await db.row(findUnknownStatement, { statementId }))!.difference_id;
  const reason = 'No borrower has this number. The payer has not called yet';
  const asked = await askForDifference(
    lender,
    { differenceId, to: 'suspense' },
    { actor: staffActor(MAKER), reason },
  );
  if (!asked.ok) throw new Error(`a difference of the year was refused: ${asked.refusal.kind}`);
  await agreeByTwo(lender, office, asked.value, {
    maker: MAKER,
    checker: CHECKER,
    reason: 'As on the statement',
  });
  noteUnknownPayment(treasury, OPERATOR, { on: throughOn, amountNgwee: strangerNgwee });
}

function lineOf(payment: {
  direction: 'collection' | 'payout';
  reference: string;
  attempt_id: string;
  at: string;
  mobile: string;
  amountNgwee: number;
}): string {
  const isCollection = payment.direction === 'collection';
  return [
    payment.reference,
    payment.attempt_id,
    payment.at,
    'Transaction Success',
    isCollection ? 'Merchant Payment' : 'Disbursement',
    ...(isCollection ? [payment.mobile, OUR_NUMBER] : [OUR_NUMBER, payment.mobile]),
    (payment.amountNgwee / 100).toFixed(2),
    'ZMW',
    '0.00',
  ].join(',');
}
