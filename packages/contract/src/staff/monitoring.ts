import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { z } from 'zod';
import { day, id, idInPath, instant, kwachaOut, pageSize } from '../fields.ts';
import { insightPeriodAnswer, insightPeriodQuery } from './insight-period.ts';
import {
  APPLICATION_STAGES,
  OFFICER_WORK,
  PAYMENT_OUTCOMES,
  REGISTRATION_STAGES,
} from './monitoring-kinds.ts';
import { staffPerson } from './people.ts';

const count = z.int();
const counts = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>);

const { period, from, to } = insightPeriodQuery;
const { days } = insightPeriodAnswer;
/** What a report takes: its days. */
const ofPeriod = { period, from, to };
/** What the rows behind a number take. Without days they are those of this month. */
const ofDays = { from, to };
const channel = z.string().min(1).max(40).optional();
const operator = z.enum(OPERATOR_NAMES);
const direction = z.enum(['collection', 'payout']);

/** The last row of the page before, by what its list is in order of. Each part is checked where it is a day or an instant. */
const after = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .refine((text) => text.split('_').every((part) => !part.includes('-') || isKnownTime(part)))
    .optional();
const isKnownTime = (part: string) => part.length === UUID_LENGTH || !Number.isNaN(Date.parse(part));
const UUID_LENGTH = 36;
const afterDay = after(/^\d{4}-\d\d-\d\d_\d{1,15}$/);
const afterInstant = after(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_\d{1,15}$/);
const afterPayment = after(
  /^\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
);
/** `next` is the `after` of the next page, and null on the last one. */
const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ items: z.array(row), next: z.string().nullable() });

const channelRow = { channelCode: z.string(), channelName: z.string() };

const registration = counts(REGISTRATION_STAGES).extend({
  /** How often the first page of the app was shown, also to people with an account. */
  opened: count,
});
const application = counts(APPLICATION_STAGES);

const operatorFigures = counts(PAYMENT_OUTCOMES).extend({
  /** From the sending to the outcome. Null where no payment has one. */
  medianSeconds: z.number().nullable(),
  p95Seconds: z.number().nullable(),
});

export const monitoring = {
  getRegistrationFunnel: {
    query: z.object({ ...ofPeriod, channel }),
    output: z.object({
      days,
      total: registration,
      channels: z.array(registration.extend(channelRow)),
      points: z.array(registration.extend({ on: day })),
    }),
  },
  getApprovalFunnel: {
    query: z.object({ ...ofPeriod, channel }),
    output: z.object({
      days,
      total: application,
      channels: z.array(application.extend(channelRow)),
      points: z.array(application.extend({ on: day })),
    }),
  },
  getScorecardReport: {
    query: z.object({ ...ofPeriod, version: z.coerce.number().int().min(0).optional() }),
    output: z.object({
      days,
      total: application,
      versions: z.array(application.extend({ version: z.int() })),
      bands: z.array(application.extend({ fromPoints: z.int() })),
    }),
  },
  getOfficersWork: {
    query: z.object(ofPeriod),
    output: z.object({ days, items: z.array(staffPerson.extend({ work: counts(OFFICER_WORK) })) }),
  },
  getOperatorsHealth: {
    query: z.object({ ...ofPeriod, operator: operator.optional(), direction: direction.optional() }),
    output: z.object({
      days,
      operators: z.array(operatorFigures.extend({ operator })),
      points: z.array(operatorFigures.extend({ operator, on: day })),
      reasons: z.array(z.object({ operator, direction, reason: z.string(), payments: count })),
    }),
  },
  getCodesReport: {
    query: z.object({ ...ofPeriod, operator: operator.optional() }),
    output: z.object({
      days,
      total: z.object({ sent: count, verified: count }),
      prefixes: z.array(
        z.object({ prefix: z.string(), operator: operator.nullable(), sent: count, verified: count }),
      ),
      points: z.array(z.object({ on: day, sent: count, verified: count })),
      /** Of a single day that is less than a week ago. */
      hours: z.array(z.object({ at: instant, prefix: z.string(), sent: count, verified: count })),
    }),
  },
  getMessageCost: {
    query: z.object(ofPeriod),
    output: z.object({
      days,
      /** What an operator charges for one part. Null where the settings do not say it. */
      pricePerPart: kwachaOut.nullable(),
      kinds: z.array(
        z.object({
          /** `code` is a code to sign in or to confirm something: it has one part. */
          kind: z.string(),
          sms: count,
          notifications: count,
          parts: count,
          /** SMS that were sent before parts were counted. */
          notMeasured: count,
          cost: kwachaOut.nullable(),
        }),
      ),
      points: z.array(z.object({ on: day, sms: count, parts: count, cost: kwachaOut.nullable() })),
    }),
  },
  listRegisteredBorrowers: {
    query: z.object({
      ...ofDays,
      channel,
      stage: z.enum(REGISTRATION_STAGES).default('registered'),
      after: afterDay,
      pageSize,
    }),
    output: listOf(
      z.object({
        borrowerId: id,
        registeredOn: day,
        channelName: z.string(),
        stage: z.enum(REGISTRATION_STAGES),
      }),
    ),
  },
  listDecidedApplications: {
    query: z.object({
      ...ofDays,
      channel,
      stage: z.enum(APPLICATION_STAGES).default('applied'),
      version: z.coerce.number().int().min(0).optional(),
      fromPoints: z.coerce.number().int().optional(),
      after: afterDay,
      pageSize,
    }),
    output: listOf(
      z.object({
        loanId: id,
        borrowerId: id,
        appliedOn: day,
        amount: kwachaOut,
        state: z.string(),
        points: z.int(),
        version: z.int(),
        rules: z.enum(['approve', 'refer', 'decline']),
        person: z.enum(['approve', 'decline']).nullable(),
        isOverridden: z.boolean(),
        worstDaysLate: z.int(),
      }),
    ),
  },
  listOfficersWork: {
    params: z.object({ staffId: idInPath }),
    query: z.object({
      ...ofDays,
      work: z.enum(OFFICER_WORK).default('approved'),
      after: afterInstant,
      pageSize,
    }),
    output: z.object({
      person: staffPerson,
      items: z.array(
        z.object({
          number: id,
          at: instant,
          borrowerId: id.nullable(),
          loanId: id.nullable(),
          /** How it ended: the state of the loan, the outcome of the call, what became of the promise. */
          outcome: z.string(),
        }),
      ),
      next: z.string().nullable(),
    }),
  },
  listOperatorPayments: {
    query: z.object({
      ...ofDays,
      operator: operator.optional(),
      direction: direction.optional(),
      outcome: z.enum(PAYMENT_OUTCOMES).default('attempts'),
      reason: z.string().max(60).optional(),
      after: afterPayment,
      pageSize,
    }),
    output: listOf(
      z.object({
        paymentId: z.uuid(),
        payerId: id,
        operator,
        direction,
        amount: kwachaOut,
        state: z.string(),
        reason: z.string().nullable(),
        submittedOn: day,
        createdAt: instant,
        seconds: z.number().nullable(),
      }),
    ),
  },
  listSentMessages: {
    query: z.object({
      ...ofDays,
      kind: z.string().max(60).optional(),
      medium: z.enum(['sms', 'push']).optional(),
      after: afterInstant,
      pageSize,
    }),
    output: listOf(
      z.object({
        messageId: id,
        borrowerId: id,
        loanId: id.nullable(),
        kind: z.string(),
        medium: z.enum(['sms', 'push']),
        parts: z.int().nullable(),
        sentAt: instant,
      }),
    ),
  },
};
