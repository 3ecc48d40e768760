import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { pageOf } from '../../platform/page.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import { maskIdNumber, maskMobile, type Sealing } from '../../platform/sealing.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { valuesSentence } from './alert-rules.ts';
import { assignCase, decideCase, listPeopleOfCases, shownOf, writeCaseNote } from './case-commands.ts';
import { listAlertCases, shownInList } from './case-list.ts';
import { readAlertCase, type WholeCase } from './read-case.ts';
import { alertText } from './report-content.ts';

export type AlertCaseDeps = { db: Database; sealing: Sealing; clock: Clock; today(): Day };

const MOVED_ON = refused(409, 'This case has changed since you opened it. Look at it again.', {
  reason: 'moved_on',
});
const NOT_FOR_THEM = refused(
  409,
  'This person cannot have the case: it is about a relative, or they do not work on cases any more.',
  { reason: 'not_for_them' },
);

/** The cases that alerts on payments open. Compliance alone sees them. */
export function registerAlertCaseRoutes(server: StaffServer, deps: AlertCaseDeps): void {
  const { db, sealing } = deps;
  const now = () => toDate(deps.clock.nowMs());

  serveStaff(server, 'listAlertCases', async ({ query }, { person }) => {
    const list = { group: query.state, staffId: person.staffId, page: pageOf(query) };
    const { total, rows } = await listAlertCases(db, list);
    return done({ total, items: rows.map((row) => shownInList(sealing, row, deps.today())) });
  });

  serveStaff(server, 'getAlertCase', async ({ params: { alertCaseId } }, { person }) => {
    const one = await readAlertCase(deps, alertCaseId);
    if (!one) return NOT_FOUND;
    const [nameOf, people] = await Promise.all([readStaffNames(db, actorsOf(one)), listPeopleOfCases(db)]);
    return done({ ...shownWhole(deps, one, { nameOf, person }), people });
  });

  serveStaff(server, 'assignAlertCase', async ({ params: { alertCaseId }, body }, { note }) => {
    note({ staffId: body.staffId });
    const one = await readAlertCase(deps, alertCaseId);
    if (!one) return NOT_FOUND;
    const given = { borrowerId: one.row.borrower_id, caseId: alertCaseId, staffId: body.staffId };
    return (await assignCase(db, given)) ? done(null) : NOT_FOR_THEM;
  });

  serveStaff(server, 'writeAlertCaseNote', async ({ params: { alertCaseId }, body }, { person, note }) => {
    const one = await readAlertCase(deps, alertCaseId);
    if (!one) return NOT_FOUND;
    const of = { borrowerId: one.row.borrower_id, caseId: alertCaseId };
    const written = { ...of, text: body.text, actor: staffActor(person.userName), now: now() };
    note({ noteId: await writeCaseNote(deps, written) });
    return done(null);
  });

  serveStaff(server, 'decideAlertCase', async ({ params: { alertCaseId }, body }, { person, note }) => {
    note({ decision: body.decision });
    const one = await readAlertCase(deps, alertCaseId);
    if (!one || shownOf(one) !== body.shown) return MOVED_ON;
    const by = { ...body, decidedBy: staffActor(person.userName), today: deps.today(), now: now() };
    const decided = await decideCase(deps, one, by);
    return decided ? done(decided) : MOVED_ON;
  });
}

function actorsOf({ row, notes, reports }: WholeCase) {
  const ofReports = reports.flatMap((report) => [
    report.written_by,
    ...(report.approved_by ? [report.approved_by] : []),
    ...report.exports.map(({ actor }) => actor),
  ]);
  return [...(row.decided_by ? [row.decided_by] : []), ...notes.map(({ actor }) => actor), ...ofReports];
}

type Reader = { nameOf: NameOf; person: StaffPerson };
type Shown = StaffAnswer<'getAlertCase'>;

function shownWhole(
  { sealing, today }: AlertCaseDeps,
  one: WholeCase,
  reader: Reader,
): Omit<Shown, 'people'> {
  const { row, identity, mobile, reason, notes } = one;
  const { nameOf } = reader;
  return {
    ...shownInList(sealing, row, today()),
    shown: shownOf(one),
    maskedMobile: mobile === null ? null : maskMobile(mobile),
    maskedIdNumber: identity ? maskIdNumber(identity.idNumber) : null,
    registeredAt: row.registered_at.toISOString(),
    loans: row.loans,
    suspectedOn: row.suspected_on,
    decision:
      row.decided_by && row.decided_at && reason !== null
        ? { by: nameOf(row.decided_by), at: row.decided_at.toISOString(), reason }
        : null,
    alertsFound: one.alerts.map((alert) => ({
      ...{ alertId: alert.alert_id, rule: alert.rule, ruleVersion: alert.rule_version },
      ...{ loanId: alert.loan_id, foundAt: alert.found_at.toISOString(), sentence: alertText(alert) },
      ruleSentence: valuesSentence(alert.rule, alert.rule_values),
    })),
    payments: paymentsOf(one),
    isMore: one.isMore,
    sums: { cameIn: toKwacha(row.came_in_ngwee), wentOut: toKwacha(row.went_out_ngwee) },
    notes: notes.map(({ at, actor, text }) => ({ at: at.toISOString(), by: nameOf(actor), text })),
    reports: reportsOf(one, reader),
  };
}

function paymentsOf({ payments, alerts }: WholeCase): Shown['payments'] {
  return payments.map(({ mobile, ...payment }) => ({
    ...{ paymentId: payment.attempt_id, on: payment.submitted_on, at: payment.finished_at.toISOString() },
    ...{ direction: payment.direction, purpose: payment.purpose, loanId: payment.loan_id },
    ...{ amount: toKwacha(payment.amount_ngwee), operator: payment.operator },
    maskedMobile: mobile === null ? null : maskMobile(mobile),
    otherNumber: payment.otherNumber,
    alertIds: alerts
      .filter(({ attempt_ids }) => attempt_ids.includes(payment.attempt_id))
      .map(({ alert_id }) => alert_id),
  }));
}

function reportsOf({ reports }: WholeCase, { nameOf, person }: Reader): Shown['reports'] {
  return reports.map((report) => ({
    ...{ reportId: report.report_id, correctsReportId: report.corrects_report_id, ...report.text },
    ...{ writtenBy: nameOf(report.written_by), writtenAt: report.written_at.toISOString() },
    approval:
      report.approved_by && report.approved_at && report.content_sha256
        ? {
            by: nameOf(report.approved_by),
            at: report.approved_at.toISOString(),
            sha256: report.content_sha256.toString('hex'),
          }
        : null,
    mayApprove:
      report.approved_at === null &&
      report.written_by !== staffActor(person.userName) &&
      person.permissions.includes('checkCases'),
    exports: report.exports.map(({ at, actor, format, sha256 }) => ({
      ...{ at: new Date(at).toISOString(), by: nameOf(actor), format, sha256 },
    })),
  }));
}
