import type { AlertRule } from '@thumba/contract/staff/alert-rules';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import type { Identity } from '../../people/borrower/applicant.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { RuleValues } from './alert-rules.ts';
import { CASE_COLUMNS, CASE_SOURCE, type CaseRow, identityOf } from './case-list.ts';
import { openNumber, readOwnNumbers } from './payment-facts.ts';
import { listReports, type Report, type ReportRow, reportOf } from './report-rows.ts';

type WholeRow = CaseRow & {
  suspected_on: Day | null;
  reason_sealed: Buffer | null;
  decided_by: Actor | null;
  mobile_sealed: Buffer;
  registered_at: Date;
  loans: number;
  came_in_ngwee: Ngwee;
  went_out_ngwee: Ngwee;
};

/** All that came in from the borrower, and all that went out to them, by the accounts at the operators. */
const SUMS = `(select coalesce(sum(t.amount_ngwee), 0)::bigint from ledger_transfer t
    where t.borrower_id = c.borrower_id and t.debit_account::text like 'float\\_%') as came_in_ngwee,
  (select coalesce(sum(t.amount_ngwee), 0)::bigint from ledger_transfer t
    where t.borrower_id = c.borrower_id and t.credit_account::text like 'float\\_%') as went_out_ngwee`;

const readStatement = statement<WholeRow, { caseId: number }>(
  'compliance: read a case of alerts',
  `select ${CASE_COLUMNS}, c.suspected_on, c.reason_sealed, c.decided_by, b.mobile_sealed, b.registered_at, ${SUMS},
     (select count(*)::integer from loan l where l.borrower_id = c.borrower_id) as loans
   from ${CASE_SOURCE} join borrower b on b.borrower_id = c.borrower_id where c.case_id = $caseId`,
);

type AlertRow = {
  alert_id: number;
  rule: AlertRule;
  rule_version: number;
  rule_values: RuleValues;
  loan_id: number | null;
  figures: Record<string, number>;
  attempt_ids: string[];
  found_at: Date;
};

type OfCase = { borrowerId: number; caseId: number };

const alertsStatement = statement<AlertRow, OfCase>(
  'compliance: alerts of a case',
  `select a.alert_id, a.rule, a.rule_version, v.rule_values, a.loan_id, a.figures, a.attempt_ids, a.found_at
   from payment_alert a join alert_rule_version v on v.rule = a.rule and v.version = a.rule_version
   where a.borrower_id = $borrowerId and a.case_id = $caseId order by a.alert_id`,
);

type PaymentRow = {
  borrower_id: number;
  attempt_id: string;
  submitted_on: Day;
  finished_at: Date;
  direction: 'collection' | 'payout';
  purpose: string;
  loan_id: number | null;
  amount_ngwee: Ngwee;
  operator: OperatorName;
  operator_reference: string | null;
  msisdn_sealed: Buffer | null;
};

const paymentsStatement = statement<PaymentRow, { borrowerId: number; most: number }>(
  'compliance: payments of a borrower',
  `select * from (
     select borrower_id, attempt_id, submitted_on, finished_at, direction, purpose, loan_id, amount_ngwee, operator,
       operator_reference, msisdn_sealed
     from payment_attempt where borrower_id = $borrowerId and state = 'succeeded'
     order by finished_at desc, attempt_id limit $most) newest
   order by finished_at, attempt_id`,
);

type NoteRow = { borrower_id: number; note_id: number; text_sealed: Buffer; actor: Actor; written_at: Date };

const notesStatement = statement<NoteRow, OfCase>(
  'compliance: notes of a case',
  `select borrower_id, note_id, text_sealed, actor, written_at from alert_case_note
   where borrower_id = $borrowerId and case_id = $caseId order by note_id`,
);

const MOST_PAYMENTS = 500;

export type CasePayment = Omit<PaymentRow, 'msisdn_sealed' | 'borrower_id'> & {
  mobile: string | null;
  /** A, B, C … for each different number that the borrower does not use. */
  otherNumber: string | null;
};

export type WholeCase = {
  row: WholeRow;
  identity: Identity | undefined;
  mobile: string | null;
  reason: string | null;
  alerts: AlertRow[];
  payments: CasePayment[];
  isMore: boolean;
  notes: { at: Date; actor: Actor; text: string }[];
  reports: Report[];
};

/** One case with what a decision and a report need. For compliance only. */
export async function readAlertCase(
  { db, sealing }: { db: Database; sealing: Sealing },
  caseId: number,
): Promise<WholeCase | undefined> {
  const row = await db.row(readStatement, { caseId });
  if (!row) return undefined;
  const { borrower_id: borrowerId } = row;
  const of = { borrowerId, caseId };
  const [alerts, payments, notes, reports, isOwn] = await Promise.all([
    db.rows(alertsStatement, of),
    db.rows(paymentsStatement, { borrowerId, most: MOST_PAYMENTS + 1 }),
    db.rows(notesStatement, of),
    listReports(db, of),
    readOwnNumbers(db, sealing, [borrowerId]),
  ]);
  const isMore = payments.length > MOST_PAYMENTS;
  return {
    row,
    alerts,
    isMore,
    identity: identityOf(sealing, row),
    mobile:
      row.mobile_sealed.length === 0 ? null : sealing.open('borrower.mobile_sealed', row, row.mobile_sealed),
    reason:
      row.reason_sealed === null ? null : sealing.open('alert_case.reason_sealed', row, row.reason_sealed),
    payments: paymentsOf(sealing, isMore ? payments.slice(1) : payments, isOwn),
    notes: notes.map((note) => ({
      ...{ at: note.written_at, actor: note.actor },
      text: sealing.open('alert_case_note.text_sealed', note, note.text_sealed),
    })),
    reports: reports.map((report: ReportRow) => reportOf(sealing, report)),
  };
}

function paymentsOf(
  sealing: Sealing,
  rows: readonly PaymentRow[],
  isOwn: (borrowerId: number, mobile: string) => boolean,
): CasePayment[] {
  const letters = new Map<string, string>();
  return rows.map(({ msisdn_sealed, borrower_id, ...row }) => {
    const mobile = openNumber(sealing, { ...row, borrower_id, msisdn_sealed });
    const isOther = mobile !== null && !isOwn(borrower_id, mobile);
    if (isOther && !letters.has(mobile)) letters.set(mobile, letterOf(letters.size));
    return { ...row, mobile, otherNumber: isOther ? letters.get(mobile)! : null };
  });
}

const LETTERS = 26;

/** A to Z, then A2 and so on. */
function letterOf(index: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS));
  return index < LETTERS ? letter : `${letter}${Math.floor(index / LETTERS) + 1}`;
}
