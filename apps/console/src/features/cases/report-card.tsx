import { REPORT_FORMATS, type ReportFormat } from '@thumba/contract/staff/alert-rules';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useEffect, useRef, useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useFileAddress } from '../../platform/file-address.ts';
import { refresh, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { type AlertCase, CASE_CALLS, ReportDue } from './alert-words.tsx';
import styles from './cases.module.css';
import { ReportForm } from './report-form.tsx';

type Report = AlertCase['reports'][number];
type Asked = { kind: 'approve' | 'export'; report: Report } | { kind: 'write' } | null;

/** The report of a suspicion: its draft, the approval by another person, files, and corrections. */
export function ReportCard({ one }: { one: AlertCase }) {
  const { permissions } = usePerson();
  const [asked, setAsked] = useState<Asked>(null);
  const [file, setFile] = useState<StaffAnswer<'exportSuspicionReport'> | null>(null);
  const draft = one.reports.find(({ approval }) => approval === null);
  const approved = one.reports.filter(({ approval }) => approval !== null);
  const mayWrite = permissions.includes('decideCases');
  return (
    <Card
      title="Suspicious transaction report"
      note={one.state === 'suspicion' ? <ReportDue {...one} /> : undefined}
    >
      {asked?.kind === 'write' ? (
        <ReportForm one={one} draft={draft} onClose={() => setAsked(null)} />
      ) : (
        <>
          {draft && <Written report={draft} />}
          {!draft && approved.length === 0 && (
            <p className={styles.note}>
              No report is written yet. What was found, the payments and the sums are added by the program.
            </p>
          )}
          <Actions>
            {mayWrite && (
              <Button
                look={draft || approved.length > 0 ? 'plain' : 'main'}
                onClick={() => setAsked({ kind: 'write' })}
              >
                {writeText(draft, approved.length)}
              </Button>
            )}
            {draft?.mayApprove && (
              <Button look="main" onClick={() => setAsked({ kind: 'approve', report: draft })}>
                Approve
              </Button>
            )}
          </Actions>
          {draft && !draft.mayApprove && (
            <p className={styles.weak}>Another person of compliance approves it.</p>
          )}
        </>
      )}
      {approved.map((report) => (
        <div key={report.reportId} className={styles.report}>
          <Written report={report} />
          {mayWrite && (
            <Actions>
              <Button onClick={() => setAsked({ kind: 'export', report })}>
                Write report {report.reportId} as a file
              </Button>
            </Actions>
          )}
        </div>
      ))}
      {file && <MadeFile file={file} />}
      {asked?.kind === 'approve' && (
        <ApproveDialog one={one} report={asked.report} onClose={() => setAsked(null)} />
      )}
      {asked?.kind === 'export' && (
        <ExportDialog one={one} report={asked.report} onMade={setFile} onClose={() => setAsked(null)} />
      )}
    </Card>
  );
}

function writeText(draft: Report | undefined, approved: number): string {
  if (draft) return 'Change the draft';
  return approved === 0 ? 'Write the report' : 'Write a correction';
}

function Written({ report }: { report: Report }) {
  const { reportId, correctsReportId, approval, exports } = report;
  return (
    <div className={styles.report}>
      <p>
        <strong>Report {reportId}</strong>
        {correctsReportId !== null && `, corrects report ${correctsReportId}`}{' '}
        {approval ? <Badge look="good">approved</Badge> : <Badge look="warn">draft</Badge>}
      </p>
      <p className={styles.weak}>
        Written by {report.writtenBy}, <Time at={report.writtenAt} />
        {approval && (
          <>
            ; approved by {approval.by}, <Time at={approval.at} />
          </>
        )}
      </p>
      <p className={styles.text} dir="auto">
        {report.narrative}
      </p>
      <p className={styles.weak}>What the lender did</p>
      <p className={styles.text} dir="auto">
        {report.actionTaken}
      </p>
      {exports.length > 0 && (
        <ul className={styles.history}>
          {exports.map(({ at, by, format, sha256 }) => (
            <li key={`${at} ${format}`} className={styles.weak}>
              <Time at={at} />, {by}: written as {format.toUpperCase()}, SHA-256 {sha256.slice(0, 12)}…
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type DialogProps = { one: AlertCase; report: Report; onClose: () => void };

function ApproveDialog({
  one: { alertCaseId, shown },
  report: { reportId, writtenBy },
  onClose,
}: DialogProps) {
  const { send, sending } = useDialogSend('approveSuspicionReport', CASE_CALLS, {
    onClose,
    says: () => `Report ${reportId} is approved. Hand it in, and do not tell the borrower.`,
  });
  return (
    <ConfirmDialog
      title={`Approve report ${reportId}`}
      effect={[
        { title: 'The report', before: `a draft of ${writtenBy}`, after: 'approved; it never changes again' },
        { title: 'A mistake', before: null, after: 'is put right by a further report' },
      ]}
      checkers="The borrower gets no message, and sees no change."
      action="Approve"
      {...sending}
      onClose={() => {
        onClose();
        if (sending.failure) void refresh('getAlertCase');
      }}
      onConfirm={(reason) => send({ params: { alertCaseId }, body: { reportId, reason, shown } })}
    />
  );
}

type Made = StaffAnswer<'exportSuspicionReport'>;

function ExportDialog({
  one: { alertCaseId },
  report: { reportId },
  onMade,
  onClose,
}: DialogProps & { onMade: (file: Made) => void }) {
  const [format, setFormat] = useState<ReportFormat>('xml');
  const { mutate, isPending, error } = useStaffSend('exportSuspicionReport', ['getAlertCase']);
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Write report ${reportId} as a file`}
      effect={[
        {
          title: 'What the file has',
          before: null,
          after: 'the name, numbers and payments in full, as they were approved',
        },
      ]}
      checkers="That it was written is recorded. Hand it to the Financial Intelligence Centre alone, encrypted."
      action="Write the file"
      isBusy={isPending}
      failure={error}
      onClose={onClose}
      onConfirm={() =>
        mutate(
          { params: { alertCaseId }, body: { reportId, format } },
          {
            onSuccess(file) {
              onMade(file);
              onClose();
            },
          },
        )
      }
    >
      <Select
        label="Format"
        value={format}
        choices={REPORT_FORMATS.map((value) => ({ value, text: FORMAT_TITLES[value] }))}
        onChange={(chosen) => setFormat(chosen as ReportFormat)}
      />
    </ConfirmDialog>
  );
}

const FORMAT_TITLES: Record<ReportFormat, string> = {
  xml: 'XML, in the layout of goAML',
  json: 'JSON',
  pdf: 'PDF, to read and to print',
};

const TYPES: Record<string, string> = {
  xml: 'application/xml',
  json: 'application/json',
  pdf: 'application/pdf',
};

/** The dialog that wrote the file is gone, so its link takes the focus. */
function MadeFile({ file: { fileName, base64 } }: { file: Made }) {
  const url = useFileAddress(base64, TYPES[fileName.split('.').at(-1)!]!);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (url !== undefined) link.current?.focus();
  }, [url]);
  return (
    <p className={styles.report}>
      The file is in this window only.{' '}
      {url && (
        <a ref={link} href={url} download={fileName}>
          Save {fileName}
        </a>
      )}
    </p>
  );
}
