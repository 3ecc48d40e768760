import { staffActor } from '../../book/actor.ts';
import type { Lender } from '../../book/lender.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { toDate } from '../../platform/clock.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { shownOf } from './case-commands.ts';
import { readAlertCase, type WholeCase } from './read-case.ts';
import { approveReport, noteExport, writeDraft } from './report-commands.ts';
import { contentOf, type ReportContent } from './report-content.ts';
import { fileNameOf, reportFile } from './report-file.ts';
import type { Report } from './report-rows.ts';
import type { AlertCaseDeps } from './routes.ts';

export type ReportDeps = AlertCaseDeps & { lender: Lender };

const MOVED_ON = refused(409, 'This case has changed since you opened it. Look at it again.', {
  reason: 'moved_on',
});
const NO_SUSPICION = refused(409, 'A report needs a suspicion. Decide on the case first.', {
  reason: 'no_suspicion',
});
const OWN_REPORT = refused(403, 'You wrote this report. Another person of compliance has to approve it.', {
  reason: 'own_report',
});
const NOT_APPROVED = refused(409, 'Only an approved report is written as a file.', {
  reason: 'not_approved',
});

/** Reports of a suspicion: written by one person, approved by another, and never changed after that. */
export function registerReportRoutes(server: StaffServer, deps: ReportDeps): void {
  const { db, lender } = deps;
  const now = () => toDate(deps.clock.nowMs());

  serveStaff(server, 'writeSuspicionReport', async ({ params: { alertCaseId }, body }, { person, note }) => {
    const one = await readAlertCase(deps, alertCaseId);
    if (!one) return NOT_FOUND;
    if (one.row.suspected_on === null) return NO_SUSPICION;
    if (shownOf(one) !== body.shown) return MOVED_ON;
    const { narrative, actionTaken, shown: _ } = body;
    const by = { text: { narrative, actionTaken }, writtenBy: staffActor(person.userName), now: now() };
    const draft = draftOf(one);
    const reportId = await writeDraft(
      deps,
      {
        ...{ borrowerId: one.row.borrower_id, caseId: alertCaseId },
        draft: draft && { reportId: draft.report_id, writtenAt: draft.written_at },
      },
      by,
    );
    if (reportId === undefined) return MOVED_ON;
    note({ reportId });
    return done({ reportId });
  });

  serveStaff(
    server,
    'approveSuspicionReport',
    async ({ params: { alertCaseId }, body }, { person, note }) => {
      note({ reportId: body.reportId });
      const one = await readAlertCase(deps, alertCaseId);
      if (!one) return NOT_FOUND;
      const draft = draftOf(one);
      if (draft?.report_id !== body.reportId || shownOf(one) !== body.shown) return MOVED_ON;
      const approvedBy = staffActor(person.userName);
      const approvedAt = now();
      const nameOf = await readStaffNames(db, [draft.written_by, approvedBy]);
      const { name, licence, phone } = lender;
      const content = contentOf(one, draft, {
        ...{ lender: { name, licence, phone }, writtenBy: nameOf(draft.written_by) },
        ...{ approvedBy: nameOf(approvedBy), approvedAt },
      });
      const outcome = await approveReport(
        deps,
        {
          ...{ borrowerId: one.row.borrower_id, caseId: alertCaseId },
          ...{ reportId: draft.report_id, writtenAt: draft.written_at },
        },
        { content, approvedBy, now: approvedAt },
      );
      if (outcome === 'approved') return done(null);
      return outcome === 'own_report' ? OWN_REPORT : MOVED_ON;
    },
  );

  serveStaff(server, 'exportSuspicionReport', async ({ params: { alertCaseId }, body }, { person, note }) => {
    const { reportId, format } = body;
    const one = await readAlertCase(deps, alertCaseId);
    const report = one?.reports.find(({ report_id }) => report_id === reportId);
    if (!one || !report) return NOT_FOUND;
    if (report.content === null) return NOT_APPROVED;
    const content = JSON.parse(report.content) as ReportContent;
    const file = await reportFile(content, format);
    const actor = staffActor(person.userName);
    const of = { borrowerId: one.row.borrower_id, reportId, format, file, actor, now: now() };
    const sha256 = await noteExport(db, of);
    note({ reportId, format, sha256 });
    return done({ fileName: fileNameOf(content, format), base64: file.toString('base64'), sha256 });
  });
}

function draftOf({ reports }: WholeCase): Report | undefined {
  return reports.find(({ approved_at }) => approved_at === null);
}
