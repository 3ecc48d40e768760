import { ARREARS_BUCKET_NAMES, type ArrearsBucket } from '@thumba/lending/arrears-bucket';
import { z } from 'zod';
import { day, id, idInPath, instant, kwacha, kwachaOut, nothing, pageSize, visibleText } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { CALL_OUTCOMES, type CallOutcome, STAFF_REMINDERS, type StaffReminder } from './call-outcomes.ts';
import { effectLine, reason, staffPerson } from './people.ts';

const params = z.object({ loanId: idInPath });
const ofCall = z.object({ loanId: idInPath, callId: idInPath });
const bucket = z.enum(ARREARS_BUCKET_NAMES as [ArrearsBucket, ...ArrearsBucket[]]);
const outcome = z.enum(Object.keys(CALL_OUTCOMES) as [CallOutcome, ...CallOutcome[]]);
const reminder = z.enum(Object.keys(STAFF_REMINDERS) as [StaffReminder, ...StaffReminder[]]);
const stopKind = z.enum(['deceased', 'wrong_number', 'vulnerable']);
const BIRTH_DATE = 'Write the birth date as 1985-03-02';
const FACTS = 'Enter two of the three facts';

/** What is best done next for a late loan. */
const nextAction = z.object({
  kind: z.enum([
    'contact_stopped',
    'answer_dispute',
    'with_agency',
    'wait_for_payment',
    'wait_for_promise',
    'wait_for_hours',
    'wait_for_contact',
    'hand_over',
    'offer_hardship',
    'call',
    'nothing',
  ]),
  /** Until when to wait, where a day is known. */
  untilOn: day.nullable(),
});

const lateLoan = z.object({
  loanId: id,
  borrowerId: id,
  bucket,
  lateSinceOn: day,
  late: kwachaOut,
  owed: kwachaOut,
  assignedTo: staffPerson.nullable(),
});

const bucketSum = z.object({ bucket, loans: z.int(), late: kwachaOut, owed: kwachaOut });

const promise = z.object({
  promiseId: id,
  promisedOn: day,
  dueOn: day,
  amount: kwachaOut,
  state: z.enum(['open', 'kept', 'broken', 'lapsed']),
  judgedOn: day.nullable(),
  by: z.string(),
});

const call = z.object({
  callId: id,
  begunAt: instant,
  by: z.string(),
  outcome: outcome.or(z.literal('left_open')),
  isIdentified: z.boolean(),
  note: z.string().nullable(),
});

const openCall = z.object({
  callId: id,
  begunAt: instant,
  by: z.string(),
  isOwn: z.boolean(),
  isIdentified: z.boolean(),
  triesLeft: z.int(),
});

const contact = z.object({
  /** Why the borrower may not be contacted now, in a sentence. */
  refusal: z.string().nullable(),
  contacts: z.int(),
  mostContacts: z.int(),
  inDays: z.int(),
  callsToday: z.int(),
  mostCallsInDay: z.int(),
});

const agencyName = z.string().min(1).max(80);

const agencyFile = z.object({
  fileId: id,
  agency: agencyName,
  madeAt: instant,
  by: z.string(),
  loans: z.int(),
  stops: z.int(),
  sha256: z.string(),
});

const agencySum = z.object({
  agency: agencyName,
  /** False where the settings do not name it any more. */
  isNamed: z.boolean(),
  loans: z.int(),
  /** How many of them no file has told the agency of. */
  notTold: z.int(),
  /** How many loans the agency must leave, and no file has said so. */
  stopsNotTold: z.int(),
});

export const arrears = {
  listArrears: {
    query: z.object({
      bucket: bucket.optional(),
      whose: z.enum(['all', 'mine', 'free']).default('all'),
      /** The last row of the page before: what it owes in ngwee, and its loan. */
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,15}$/)
        .optional(),
      pageSize,
    }),
    output: z.object({
      /** The day at whose beginning the figures were measured. Null before the first end of a day. */
      measuredOn: day.nullable(),
      buckets: z.array(bucketSum),
      items: z.array(lateLoan.extend({ next: nextAction })),
      isMore: z.boolean(),
    }),
  },
  readArrears: {
    params,
    output: lateLoan.extend({
      isLate: z.boolean(),
      daysLate: z.int(),
      maskedName: z.string().nullable(),
      maskedMobile: z.string().nullable(),
      language: z.string(),
      next: nextAction,
      contact,
      stops: z.array(
        z.object({ kind: stopKind, by: z.string(), at: instant, note: z.string(), isOwn: z.boolean() }),
      ),
      openCall: openCall.nullable(),
      calls: z.array(call),
      promises: z.array(promise),
      /** The last day for which a promise can be taken. */
      lastPromiseOn: day,
      messages: z.array(z.object({ kind: reminder, text: z.string() })),
      /** To whom the loan can be given, for a person who may do that. */
      collectors: z.array(staffPerson),
      /** The agencies that the loan may be handed to now. */
      agencies: z.array(agencyName),
      /** The agency that has the loan. `isTold`: a file that was made has it. */
      placement: z
        .object({ agency: agencyName, placedOn: day, owed: kwachaOut, by: z.string(), isTold: z.boolean() })
        .nullable(),
    }),
  },
  takeNextArrears: { output: z.object({ loanId: id.nullable() }) },
  takeArrears: { params, body: z.object({ seenStaffId: id.nullable() }), output: nothing },
  assignArrears: {
    params,
    body: z.object({ staffId: id.nullable(), seenStaffId: id.nullable() }),
    output: nothing,
  },
  beginArrearsCall: { params, output: z.object({ callId: id, mobile: z.string() }) },
  checkRightPerson: {
    params: ofCall,
    body: z
      .object({
        birthDate: z
          .string(BIRTH_DATE)
          .regex(/^\d{4}-\d{2}-\d{2}$/, BIRTH_DATE)
          .optional(),
        idNumber: visibleText(20).optional(),
        lastName: visibleText(60).optional(),
      })
      .refine((facts) => Object.values(facts).filter((fact) => fact !== undefined).length === 2, FACTS),
    output: z.object({ isRight: z.boolean(), triesLeft: z.int() }),
  },
  endArrearsCall: {
    params: ofCall,
    body: z.object({
      outcome,
      note: visibleText(500).default(''),
      promise: z.object({ amount: kwacha, dueOn: bookDay }).optional(),
    }),
    /** The complaint that a dispute of the loan became. */
    output: z.object({ ticketId: id.nullable() }),
  },
  sendArrearsMessage: { params, body: z.object({ kind: reminder }), output: nothing },
  stopArrearsContact: { params, body: z.object({ kind: stopKind, reason }), output: nothing },
  endContactStop: { params, body: z.object({ kind: stopKind, reason }), output: nothing },
  previewAgency: {
    params,
    body: z.object({ agency: agencyName }),
    output: z.object({ title: z.string(), effect: z.array(effectLine), message: z.string().nullable() }),
  },
  askForAgency: {
    params,
    body: z.object({ agency: agencyName, reason }),
    output: z.object({ requestId: id }),
  },
  recallFromAgency: { params, body: z.object({ reason }), output: nothing },
  listAgencyFiles: {
    output: z.object({ agencies: z.array(agencySum), files: z.array(agencyFile) }),
  },
  makeAgencyFile: {
    body: z.object({ agency: agencyName }),
    output: z.object({ fileName: z.string(), base64: z.string(), loans: z.int(), stops: z.int() }),
  },
};
