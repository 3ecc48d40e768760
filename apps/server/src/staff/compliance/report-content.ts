import type { AlertRule } from '@thumba/contract/staff/alert-rules';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { type Finding, findingSentence, valuesSentence } from './alert-rules.ts';
import type { WholeCase } from './read-case.ts';
import type { Report } from './report-rows.ts';

/** A report of a suspicion as it is approved. It never changes after that, and every file of it is written from it. */
export type ReportContent = {
  reportId: number;
  correctsReportId: number | null;
  caseId: number;
  lender: { name: string; licence: string; phone: string };
  /** Who it is about. What was erased with the account is null. */
  person: {
    borrowerId: number;
    firstName: string | null;
    lastName: string | null;
    birthDate: Day | null;
    gender: 'M' | 'F' | null;
    idNumber: string | null;
    mobile: string | null;
    registeredAt: string;
  };
  suspectedOn: Day;
  reportDueOn: Day;
  alerts: { rule: AlertRule; ruleVersion: number; values: string; finding: string; foundAt: string }[];
  /** By the ledger, of all payments of the borrower. */
  sums: { cameInNgwee: Ngwee; wentOutNgwee: Ngwee };
  payments: {
    paymentId: string;
    on: Day;
    at: string;
    direction: 'collection' | 'payout';
    purpose: string;
    loanId: number | null;
    amountNgwee: Ngwee;
    operator: OperatorName;
    operatorReference: string | null;
    mobile: string | null;
    isOfBorrower: boolean;
  }[];
  isMorePayments: boolean;
  narrative: string;
  actionTaken: string;
  writtenBy: string;
  writtenAt: string;
  approvedBy: string;
  approvedAt: string;
};

export function alertText({ rule, loan_id: loanId, figures }: WholeCase['alerts'][number]): string {
  return findingSentence({ rule, loanId, figures } satisfies Pick<Finding, 'rule' | 'loanId' | 'figures'>);
}

/** What a draft says at the moment of its approval. */
export function contentOf(
  one: WholeCase,
  draft: Report,
  by: {
    lender: ReportContent['lender'];
    writtenBy: string;
    approvedBy: string;
    approvedAt: Date;
  },
): ReportContent {
  const { row, identity, mobile } = one;
  return {
    reportId: draft.report_id,
    correctsReportId: draft.corrects_report_id,
    caseId: row.case_id,
    lender: by.lender,
    person: {
      ...{ borrowerId: row.borrower_id, mobile, registeredAt: row.registered_at.toISOString() },
      firstName: identity?.firstName ?? null,
      lastName: identity?.lastName ?? null,
      birthDate: identity?.birthDate ?? null,
      gender: identity?.gender ?? null,
      idNumber: identity?.idNumber ?? null,
    },
    suspectedOn: row.suspected_on!,
    reportDueOn: row.report_due_on!,
    alerts: one.alerts.map((alert) => ({
      ...{ rule: alert.rule, ruleVersion: alert.rule_version, finding: alertText(alert) },
      values: valuesSentence(alert.rule, alert.rule_values),
      foundAt: alert.found_at.toISOString(),
    })),
    sums: { cameInNgwee: row.came_in_ngwee, wentOutNgwee: row.went_out_ngwee },
    payments: one.payments.map((payment) => ({
      ...{ paymentId: payment.attempt_id, on: payment.submitted_on, at: payment.finished_at.toISOString() },
      ...{ direction: payment.direction, purpose: payment.purpose, loanId: payment.loan_id },
      ...{ amountNgwee: payment.amount_ngwee, operator: payment.operator },
      ...{ operatorReference: payment.operator_reference, mobile: payment.mobile },
      isOfBorrower: payment.otherNumber === null,
    })),
    isMorePayments: one.isMore,
    ...draft.text,
    ...{ writtenBy: by.writtenBy, writtenAt: draft.written_at.toISOString() },
    ...{ approvedBy: by.approvedBy, approvedAt: by.approvedAt.toISOString() },
  };
}
