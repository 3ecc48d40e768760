import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import { readSteps } from '../../book/payment-attempt/attempt-history.ts';
import { ATTEMPT_COLUMNS, type AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import { holdAsTold } from '../../book/payment-attempt/hold-as-told.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';

/** SQL: the outcome of a payment is not known. */
const IS_UNKNOWN = `next_step_at is not null and state = 'unknown'`;

const listUnknownStatement = statement<
  {
    total: number;
    borrower_id: number;
    attempt_id: string;
    direction: PaymentDirection;
    purpose: string;
    operator: OperatorName;
    amount_ngwee: Ngwee;
    loan_id: number | null;
    since: Date;
    next_step_at: Date;
    enquiries: number;
    handed_over_for: string | null;
  },
  Page
>(
  'payment: list unknown',
  `select count(*) over () as total, borrower_id, attempt_id, direction, purpose, operator, amount_ngwee, loan_id,
     coalesce(sent_at, created_at) as since, next_step_at, enquiries, handed_over_for
   from payment_attempt where ${IS_UNKNOWN}
   order by coalesce(sent_at, created_at), attempt_id limit $limit offset $offset`,
);

const sumUnknownStatement = statement<{ direction: PaymentDirection; count: number; ngwee: number }>(
  'payment: sum unknown',
  `select direction, count(*) as count, sum(amount_ngwee)::bigint as ngwee
   from payment_attempt where ${IS_UNKNOWN} group by direction`,
);

/** The payments without a known outcome, the longest wait first, and the sums of all of them. */
export async function listUnknownPayments(
  db: Database,
  page: Page,
): Promise<StaffAnswer<'listUnknownPayments'>> {
  const [{ total, rows }, sums] = await Promise.all([
    readPage(db, listUnknownStatement, (wanted) => wanted, page),
    db.rows(sumUnknownStatement, {}),
  ]);
  const sumOf = (direction: PaymentDirection) => {
    const sum = sums.find((one) => one.direction === direction);
    return { count: sum?.count ?? 0, amount: toKwacha(sum?.ngwee ?? 0) };
  };
  return {
    total,
    collections: sumOf('collection'),
    payouts: sumOf('payout'),
    items: rows.map((row) => ({
      payerId: row.borrower_id,
      paymentId: row.attempt_id,
      direction: row.direction,
      purpose: row.purpose,
      operator: row.operator,
      amount: toKwacha(row.amount_ngwee),
      loanId: row.loan_id,
      since: row.since.toISOString(),
      nextStepAt: row.next_step_at.toISOString(),
      enquiries: row.enquiries,
      handedOverFor: row.handed_over_for,
    })),
  };
}

export type PaymentRow = Omit<AttemptRow, 'next_step_at'> & {
  next_step_at: Date | null;
  finished_at: Date | null;
  receipt_no: string | null;
  operator_reference: string | null;
  operator_code: string | null;
  failure_reason: string | null;
  held_reason: string | null;
  held_since: Date | null;
  handed_over_at: Date | null;
  platform: string | null;
  environment: string | null;
  api_user: string | null;
  ended_as: 'succeeded' | 'failed' | null;
  end_reason: string | null;
  ended_by: Actor | null;
  end_approved_by: Actor | null;
  settled_at: Date | null;
};

type OfPayment = { borrowerId: number; attemptId: string };

const findPaymentStatement = statement<PaymentRow, OfPayment>(
  'payment: find for staff',
  `select ${ATTEMPT_COLUMNS}, p.state as was, p.finished_at, p.receipt_no, p.operator_reference, p.operator_code,
     p.failure_reason, p.held_reason, p.held_since, p.handed_over_at, r.platform, r.environment, r.api_user,
     s.outcome as ended_as, s.reason as end_reason, s.actor as ended_by, s.approved_by as end_approved_by, s.settled_at
   from payment_attempt p
   left join operator_route r on r.route_id = p.route_id
   left join payment_settlement s on s.borrower_id = p.borrower_id and s.attempt_id = p.attempt_id
   where p.borrower_id = $borrowerId and p.attempt_id = $attemptId::uuid`,
);

export function findPaymentForStaff(db: Database, payment: OfPayment): Promise<PaymentRow | undefined> {
  return db.row(findPaymentStatement, payment);
}

const callbacksStatement = statement<{ received_at: Date; times_received: number }, { attemptId: string }>(
  'payment: callbacks for staff',
  `select received_at, times_received from operator_callback where attempt_id = $attemptId::uuid order by received_at`,
);

const rowsOfStatementsStatement = statement<
  {
    statement_id: number;
    line: number;
    outcome: 'succeeded' | 'failed' | 'pending' | 'reversed';
    amount_ngwee: Ngwee;
    operator_reference: string;
    happened_at: Date;
  },
  OfPayment
>(
  'payment: rows of statements for staff',
  `select statement_id, line, outcome, amount_ngwee, operator_reference, happened_at from operator_statement_row
   where borrower_id = $borrowerId and attempt_id = $attemptId::uuid and attempt_id is not null order by happened_at, line`,
);

const differencesStatement = statement<
  {
    difference_id: number;
    kind: string;
    state: 'open' | 'posting' | 'resolved';
    resolution: string | null;
  },
  OfPayment
>(
  'payment: differences for staff',
  `select difference_id, kind, state, resolution from reconciliation_difference
   where borrower_id = $borrowerId and attempt_id = $attemptId::uuid and attempt_id is not null order by difference_id`,
);

type StaffPayment = StaffAnswer<'getStaffPayment'>;
type HistoryStep = StaffPayment['history'][number];

/** One payment as staff see it, without what they can do with it. */
export async function paymentForStaff(
  { db, sealing }: { db: Database; sealing: Sealing },
  row: PaymentRow,
  person: StaffPerson,
): Promise<Omit<StaffPayment, 'openRequest' | 'whyNotAsk' | 'whyNotEnd'>> {
  const payment = { borrowerId: row.borrower_id, attemptId: row.attempt_id };
  const [steps, callbacks, statementRows, differences] = await Promise.all([
    readSteps(db, payment),
    db.rows(callbacksStatement, payment),
    db.rows(rowsOfStatementsStatement, payment),
    db.rows(differencesStatement, payment),
  ]);
  const actors = [...steps.map(({ actor }) => actor), row.ended_by, row.end_approved_by];
  const nameOf = await readStaffNames(
    db,
    actors.filter((actor) => actor !== null),
  );
  return {
    ...factsOf(sealing, row, person),
    history: [
      ...ownSteps(row, nameOf),
      ...steps.map(({ taken_at, told, code, actor }) =>
        step(taken_at, told, { code: holdAsTold(code, person), by: actor && nameOf(actor) }),
      ),
      ...callbacks.map(({ received_at, times_received: times }) =>
        step(received_at, 'called_back', { times }),
      ),
      ...endOf(row),
    ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    statementRows: statementRows.map((one) => ({
      statementId: one.statement_id,
      line: one.line,
      outcome: one.outcome,
      amount: toKwacha(one.amount_ngwee),
      operatorReference: one.operator_reference,
      happenedAt: one.happened_at.toISOString(),
    })),
    differences: differences.map(({ difference_id: differenceId, kind, state, resolution }) => ({
      ...{ differenceId, kind, state, resolution },
    })),
    end:
      row.ended_as === null
        ? null
        : {
            outcome: row.ended_as,
            reason: row.end_reason ?? '',
            by: nameOf(row.ended_by!),
            approvedBy: row.end_approved_by && nameOf(row.end_approved_by),
            at: row.settled_at!.toISOString(),
          },
  };
}

function factsOf(sealing: Sealing, row: PaymentRow, person: StaffPerson) {
  const { held_reason, held_since, handed_over_for, handed_over_at, platform, environment, api_user } = row;
  const isErased = row.msisdn_sealed.length === 0;
  return {
    payerId: row.borrower_id,
    paymentId: row.attempt_id,
    loanId: row.loan_id,
    direction: row.direction,
    purpose: row.purpose,
    state: row.state,
    operator: row.operator,
    amount: toKwacha(row.amount_ngwee),
    maskedMobile: isErased
      ? null
      : maskMobile(sealing.open('payment_attempt.msisdn_sealed', row, row.msisdn_sealed)),
    payer: row.payer,
    receiptNo: row.receipt_no,
    operatorReference: row.operator_reference,
    operatorCode: holdAsTold(row.operator_code, person),
    failure: row.failure_reason,
    madeAt: row.created_at.toISOString(),
    sentAt: textOf(row.sent_at),
    finishedAt: textOf(row.finished_at),
    nextStepAt: textOf(row.next_step_at),
    enquiries: row.enquiries,
    notFound: row.not_found,
    unanswered: row.unanswered,
    // An attempt that has ended keeps its reason.
    held:
      held_reason === null || row.finished_at !== null
        ? null
        : { reason: holdAsTold(held_reason, person), since: held_since!.toISOString() },
    handedOver:
      handed_over_for === null ? null : { reason: handed_over_for, at: handed_over_at!.toISOString() },
    route:
      platform === null
        ? null
        : {
            ...{ platform, environment: environment! },
            apiUser: person.permissions.includes('seePayments') ? api_user : null,
          },
  };
}

/** What the columns of the attempt itself tell of its history. */
function ownSteps(row: PaymentRow, nameOf: NameOf): HistoryStep[] {
  const { created_at, first_sent_at, sent_at, settled_at } = row;
  const sent = [first_sent_at, sent_at].filter((at) => at !== null);
  return [
    step(created_at, 'made'),
    ...sent
      .filter((at, index) => index === 0 || at.getTime() !== sent[0]!.getTime())
      .map((at) => step(at, 'sent')),
    ...(settled_at === null
      ? []
      : [step(settled_at, 'ended_by_staff', { code: row.ended_as, by: nameOf(row.ended_by!) })]),
  ];
}

/** It stands last among what has the same time. */
function endOf({ finished_at, state, failure_reason }: PaymentRow): HistoryStep[] {
  return finished_at === null || !isEnd(state) ? [] : [step(finished_at, state, { code: failure_reason })];
}

function isEnd(state: string): state is 'succeeded' | 'failed' | 'expired' {
  return state === 'succeeded' || state === 'failed' || state === 'expired';
}

function step(at: Date, what: HistoryStep['what'], more: Partial<HistoryStep> = {}): HistoryStep {
  return { at: at.toISOString(), what, code: null, by: null, times: 1, ...more };
}

function textOf(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
