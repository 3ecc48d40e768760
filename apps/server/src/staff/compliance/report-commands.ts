import { createHash } from 'node:crypto';
import type { ReportFormat } from '@thumba/contract/staff/alert-rules';
import type { Actor } from '../../book/actor.ts';
import { brokenConstraint, type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { ReportContent } from './report-content.ts';
import type { ReportText } from './report-rows.ts';

type Deps = { db: Database; sealing: Sealing };
type OfReport = { borrowerId: number; reportId: number };

const nextStatement = statement<{ report_id: number }>(
  'compliance: next number of a report',
  `select nextval(pg_get_serial_sequence('suspicion_report', 'report_id')) as report_id`,
);

const beginStatement = statement<
  { report_id: number },
  OfReport & { caseId: number; textSealed: Buffer; writtenBy: Actor; now: Date }
>(
  'compliance: begin a report',
  `insert into suspicion_report (borrower_id, report_id, case_id, corrects_report_id, text_sealed, written_by, written_at)
   overriding system value
   select $borrowerId::bigint, $reportId, $caseId::bigint, (select max(report_id) from suspicion_report
     where borrower_id = $borrowerId::bigint and case_id = $caseId::bigint and approved_at is not null),
     $textSealed, $writtenBy, $now
   on conflict do nothing returning report_id`,
);

const rewriteStatement = statement<
  { report_id: number },
  OfReport & { textSealed: Buffer; writtenBy: Actor; before: Date; now: Date }
>(
  'compliance: write the draft of a report again',
  `update suspicion_report set text_sealed = $textSealed, written_by = $writtenBy, written_at = $now
   where borrower_id = $borrowerId and report_id = $reportId and approved_at is null
     and written_at = $before::timestamptz
   returning report_id`,
);

/**
 * Writes the draft of a case: the one that there is, or a new one, which corrects the last approved report. Undefined where
 * another person wrote it meanwhile.
 */
export async function writeDraft(
  { db, sealing }: Deps,
  of: { borrowerId: number; caseId: number; draft: { reportId: number; writtenAt: Date } | undefined },
  by: { text: ReportText; writtenBy: Actor; now: Date },
): Promise<number | undefined> {
  const { borrowerId, caseId, draft } = of;
  const { writtenBy, now } = by;
  const reportId = draft?.reportId ?? (await db.row(nextStatement, {}))!.report_id;
  const place = { borrower_id: borrowerId, report_id: reportId };
  const textSealed = sealing.seal('suspicion_report.text_sealed', place, JSON.stringify(by.text));
  const written = { borrowerId, reportId, textSealed, writtenBy, now };
  const row = draft
    ? await db.row(rewriteStatement, { ...written, before: draft.writtenAt })
    : await db.row(beginStatement, { ...written, caseId });
  return row?.report_id;
}

const approveStatement = statement<
  { report_id: number },
  OfReport & {
    caseId: number;
    before: Date;
    contentSealed: Buffer;
    sha256: Buffer;
    approvedBy: Actor;
    now: Date;
  }
>(
  'compliance: approve a report',
  `with approved as (
     update suspicion_report set content_sealed = $contentSealed, content_sha256 = $sha256, approved_by = $approvedBy,
       approved_at = $now::timestamptz
     where borrower_id = $borrowerId and report_id = $reportId and approved_at is null
       and written_at = $before::timestamptz
     returning report_id
   ), reported as (
     update alert_case set state = 'reported'
     where borrower_id = $borrowerId and case_id = $caseId and state = 'suspicion' and exists (select from approved)
   )
   select report_id from approved`,
);

const TWO_PEOPLE = 'suspicion_report_two_people';

/** Keeps what the report says for good. The database refuses the person who wrote it. */
export async function approveReport(
  { db, sealing }: Deps,
  of: OfReport & { caseId: number; writtenAt: Date },
  by: { content: ReportContent; approvedBy: Actor; now: Date },
): Promise<'approved' | 'moved_on' | 'own_report'> {
  const { borrowerId, reportId, caseId } = of;
  const text = JSON.stringify(by.content);
  const place = { borrower_id: borrowerId, report_id: reportId };
  try {
    const row = await db.row(approveStatement, {
      ...{ borrowerId, reportId, caseId, before: of.writtenAt, approvedBy: by.approvedBy, now: by.now },
      contentSealed: sealing.seal('suspicion_report.content_sealed', place, text),
      sha256: createHash('sha256').update(text).digest(),
    });
    return row ? 'approved' : 'moved_on';
  } catch (error) {
    if (brokenConstraint(error) === TWO_PEOPLE) return 'own_report';
    throw error;
  }
}

const noteExportStatement = statement<
  never,
  OfReport & { format: ReportFormat; sha256: Buffer; actor: Actor; now: Date }
>(
  'compliance: note the export of a report',
  `insert into suspicion_report_export (borrower_id, report_id, format, sha256, actor, exported_at)
   values ($borrowerId, $reportId, $format, $sha256, $actor, $now)`,
);

/** Notes that a report was written as a file. Answers the digest of the file. */
export async function noteExport(
  db: Database,
  of: OfReport & { format: ReportFormat; file: Buffer; actor: Actor; now: Date },
): Promise<string> {
  const { file, ...noted } = of;
  const sha256 = createHash('sha256').update(file).digest();
  await db.rows(noteExportStatement, { ...noted, sha256 });
  return sha256.toString('hex');
}
