import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { z } from 'zod';
import {
  day,
  id,
  idInPath,
  instant,
  kwachaOut,
  nothing,
  page,
  pageSize,
  withoutHiddenCharacters,
} from '../fields.ts';
import { ALERT_RULES, REPORT_FORMATS } from './alert-rules.ts';
import { reason, staffPerson } from './people.ts';

const params = z.object({ alertCaseId: idInPath });
const rule = z.enum(ALERT_RULES);

/** `reported`: a report of the suspicion was approved. */
const caseState = z.enum(['open', 'suspicion', 'no_suspicion', 'reported']);

/** How near the end of the clock of a report is. Unset, the case has no report to make. */
const clock = z.enum(['in_time', 'due_today', 'overdue']).nullable();

const oneCase = z.object({
  alertCaseId: id,
  borrowerId: id,
  borrowerName: z.string().nullable(),
  state: caseState,
  openedAt: instant,
  rules: z.array(rule),
  alerts: z.int(),
  assignedTo: staffPerson.nullable(),
  /** By when the report of the suspicion is due. */
  reportDueOn: day.nullable(),
  clock,
  decidedAt: instant.nullable(),
});

const values = z.record(z.string(), z.int());

const alert = z.object({
  alertId: id,
  rule,
  ruleVersion: z.int(),
  loanId: id.nullable(),
  foundAt: instant,
  /** What was found, in a sentence with its figures. */
  sentence: z.string(),
  /** The values of the rule as it was then, in a sentence. */
  ruleSentence: z.string(),
});

const payment = z.object({
  paymentId: z.string(),
  on: day,
  at: instant,
  direction: z.enum(['collection', 'payout']),
  purpose: z.string(),
  loanId: id.nullable(),
  amount: kwachaOut,
  operator: z.enum(OPERATOR_NAMES),
  /** Null where the account was erased. */
  maskedMobile: z.string().nullable(),
  /** A, B, C … for each different number that the borrower does not use. Null for a number of the borrower. */
  otherNumber: z.string().nullable(),
  /** The alerts that it is part of. */
  alertIds: z.array(id),
});

const LONGEST_TEXT = 4000;

const text = (wanted: string) =>
  z
    .string(wanted)
    .transform((written) => withoutHiddenCharacters(written).trim())
    .pipe(z.string().min(3, wanted).max(LONGEST_TEXT, 'Please use at most 4,000 characters'));

const report = z.object({
  reportId: id,
  /** The report that this one corrects. */
  correctsReportId: id.nullable(),
  narrative: z.string(),
  actionTaken: z.string(),
  writtenBy: z.string(),
  writtenAt: instant,
  /** Unset, it is a draft. */
  approval: z.object({ by: z.string(), at: instant, sha256: z.string() }).nullable(),
  /** Whether the person who asks may approve it: who wrote it may not. */
  mayApprove: z.boolean(),
  exports: z.array(
    z.object({ at: instant, by: z.string(), format: z.enum(REPORT_FORMATS), sha256: z.string() }),
  ),
});

const ruleVersion = z.object({
  version: z.int(),
  isOn: z.boolean(),
  values,
  savedBy: z.string(),
  approvedBy: z.string().nullable(),
  savedAt: instant,
});

export const compliance = {
  listAlertCases: {
    query: z.object({
      state: z.enum(['open', 'suspicion', 'decided']).default('open'),
      page,
      pageSize,
    }),
    output: z.object({ total: z.int(), items: z.array(oneCase) }),
  },
  getAlertCase: {
    params,
    output: z.object({
      ...oneCase.shape,
      /** What is shown, for a decision on it and the approval of its report. */
      shown: z.string(),
      maskedMobile: z.string().nullable(),
      maskedIdNumber: z.string().nullable(),
      registeredAt: instant,
      loans: z.int(),
      suspectedOn: day.nullable(),
      decision: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
      alertsFound: z.array(alert),
      payments: z.array(payment),
      /** More payments than are listed. */
      isMore: z.boolean(),
      /** What the ledger has of all payments of the borrower. */
      sums: z.object({ cameIn: kwachaOut, wentOut: kwachaOut }),
      notes: z.array(z.object({ at: instant, by: z.string(), text: z.string() })),
      /** Whom it can be given to. */
      people: z.array(staffPerson),
      /** The newest first. */
      reports: z.array(report),
    }),
  },
  assignAlertCase: { params, body: z.object({ staffId: id.nullable() }), output: nothing },
  writeAlertCaseNote: { params, body: z.object({ text: text('Write a note') }), output: nothing },
  decideAlertCase: {
    params,
    body: z.object({ decision: z.enum(['no_suspicion', 'suspicion']), reason, shown: z.string().max(100) }),
    output: z.object({ reportDueOn: day.nullable() }),
  },
  writeSuspicionReport: {
    params,
    body: z.object({
      narrative: text('Write what is suspicious, and why'),
      actionTaken: text('Write what the lender did'),
      /** The draft that was shown, as it was. Null where there was none. */
      shown: z.string().max(100),
    }),
    output: z.object({ reportId: id }),
  },
  approveSuspicionReport: {
    params,
    body: z.object({ reportId: id, reason, shown: z.string().max(100) }),
    output: nothing,
  },
  exportSuspicionReport: {
    params,
    body: z.object({ reportId: id, format: z.enum(REPORT_FORMATS) }),
    output: z.object({ fileName: z.string(), base64: z.string(), sha256: z.string() }),
  },
  getAlertRules: {
    output: z.object({
      items: z.array(
        z.object({
          rule,
          /** The newest first. */
          versions: z.array(ruleVersion),
          openRequest: z.object({ requestId: id, madeBy: staffPerson, madeAt: instant }).nullable(),
        }),
      ),
      /** Until which moment payments were looked at. Null before the first look. */
      lookedThrough: instant.nullable(),
    }),
  },
  changeAlertRule: {
    body: z.object({ rule, isOn: z.boolean(), values, version: z.int(), reason }),
    output: z.object({ requestId: id }),
  },
};
