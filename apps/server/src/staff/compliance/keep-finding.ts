import { statement, type Transaction } from '../../platform/database.ts';
import type { Finding } from './alert-rules.ts';

const isKnownStatement = statement<
  { is_known: boolean },
  { borrowerId: number; rule: string; subject: string }
>(
  'compliance: whether a finding is known',
  `select exists (select from payment_alert
     where borrower_id = $borrowerId and rule = $rule and subject = $subject) as is_known`,
);

/** The case that is open takes it, or one that opens with it. */
const openCaseStatement = statement<{ case_id: number }, { borrowerId: number; now: Date }>(
  'compliance: open or join a case',
  `insert into alert_case (borrower_id, state, opened_at, last_alert_at, alert_count)
   values ($borrowerId, 'open', $now, $now, 1)
   on conflict (borrower_id) where state = 'open'
   do update set last_alert_at = excluded.last_alert_at, alert_count = alert_case.alert_count + 1
   returning case_id`,
);

const keepStatement = statement<
  never,
  {
    borrowerId: number;
    caseId: number;
    rule: string;
    version: number;
    subject: string;
    loanId: number | null;
    figures: string;
    paymentIds: string[];
    now: Date;
  }
>(
  'compliance: keep a finding',
  `insert into payment_alert (borrower_id, case_id, rule, rule_version, subject, loan_id, figures, attempt_ids, found_at)
   values ($borrowerId, $caseId, $rule, $version, $subject, $loanId, $figures::jsonb, $paymentIds::uuid[], $now)`,
);

/** Keeps what a rule found, once for each thing that it is about. The caller is the only one who keeps findings now. */
export async function keepFinding(
  transaction: Transaction,
  finding: Finding & { borrowerId: number },
  now: Date,
): Promise<void> {
  const { borrowerId, rule, version, subject, loanId, figures, paymentIds } = finding;
  if ((await transaction.row(isKnownStatement, { borrowerId, rule, subject }))!.is_known) return;
  const { case_id: caseId } = (await transaction.row(openCaseStatement, { borrowerId, now }))!;
  const kept = { borrowerId, caseId, rule, version, subject, loanId, paymentIds, now };
  await transaction.rows(keepStatement, { ...kept, figures: JSON.stringify(figures) });
}
