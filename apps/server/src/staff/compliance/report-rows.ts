import type { ReportFormat } from '@thumba/contract/staff/alert-rules';
import type { Actor } from '../../book/actor.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

/** What a person writes of a suspicion. */
export type ReportText = { narrative: string; actionTaken: string };

type ExportOfReport = { at: string; actor: Actor; format: ReportFormat; sha256: string };

export type ReportRow = {
  borrower_id: number;
  report_id: number;
  corrects_report_id: number | null;
  text_sealed: Buffer;
  written_by: Actor;
  written_at: Date;
  content_sealed: Buffer | null;
  content_sha256: Buffer | null;
  approved_by: Actor | null;
  approved_at: Date | null;
  exports: ExportOfReport[];
};

const listStatement = statement<ReportRow, { borrowerId: number; caseId: number }>(
  'compliance: reports of a case',
  `select r.borrower_id, r.report_id, r.corrects_report_id, r.text_sealed, r.written_by, r.written_at, r.content_sealed,
     r.content_sha256, r.approved_by, r.approved_at,
     coalesce((select json_agg(json_build_object('at', e.exported_at, 'actor', e.actor, 'format', e.format,
         'sha256', encode(e.sha256, 'hex')) order by e.export_id)
       from suspicion_report_export e
       where e.borrower_id = r.borrower_id and e.report_id = r.report_id), '[]') as exports
   from suspicion_report r where r.borrower_id = $borrowerId and r.case_id = $caseId order by r.report_id desc`,
);

/** The reports of a case, the newest first. */
export function listReports(db: Database, of: { borrowerId: number; caseId: number }): Promise<ReportRow[]> {
  return db.rows(listStatement, of);
}

export type Report = Omit<ReportRow, 'text_sealed' | 'content_sealed'> & {
  text: ReportText;
  /** What was approved, as JSON. Null for a draft. */
  content: string | null;
};

export function reportOf(sealing: Sealing, { text_sealed, content_sealed, ...row }: ReportRow): Report {
  return {
    ...row,
    text: JSON.parse(sealing.open('suspicion_report.text_sealed', row, text_sealed)) as ReportText,
    content:
      content_sealed === null ? null : sealing.open('suspicion_report.content_sealed', row, content_sealed),
  };
}
