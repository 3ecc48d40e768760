import { REVERSAL_CAUSES } from '@thumba/lending/loan';
import { z } from 'zod';
import { day, id, idInPath, kwacha, kwachaOut } from '../fields.ts';
import { isBookDay } from './book-day.ts';
import { effectLine, reason } from './people.ts';

const params = z.object({ loanId: idInPath });

const MAX_PLANS = 12;
const NEW_DATE = 'Write each date as 2027-01-31';
const RECEIPT = 'Write the receipt as 100001-3';
const PLAN = 'Choose a plan';

const newDate = day.regex(/^\d{4}-\d{2}-\d{2}$/, NEW_DATE).refine(isBookDay, NEW_DATE);

const service = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('waiver'),
    period: z.int(PLAN).min(1, PLAN).max(99, PLAN),
    charge: z.enum(['penalty', 'fee', 'interest'], 'Choose penalty, fee or interest'),
    amount: kwacha,
  }),
  z.object({
    kind: z.literal('hardship'),
    dueDates: z.array(newDate).min(1, NEW_DATE).max(MAX_PLANS),
  }),
  z.object({
    kind: z.literal('reversal'),
    receiptNo: z.string(RECEIPT).regex(/^\d{1,15}-\d{1,9}$/, RECEIPT),
    cause: z.enum(REVERSAL_CAUSES, 'Choose a cause'),
  }),
]);

/** The loan as the preview showed it. What is confirmed on a loan that changed since is refused. */
const seen = z.object({
  principal: kwacha,
  interest: kwacha,
  fee: kwacha,
  penalty: kwacha,
  dueDates: z.array(day).max(MAX_PLANS),
});

/** A PIN prompt for a payment or for the price of an extension. Null: on the borrower's default account. */
const account = { accountId: id.nullable() };

/** What would be done, before anything is: `message` is the SMS that the borrower gets. */
const preview = z.object({
  title: z.string(),
  effect: z.array(effectLine),
  message: z.string().nullable(),
  /** False where it is done only once a second person approves it. */
  isAlone: z.boolean(),
  seen,
});

/** `requestId` is null where it is done already. */
const answer = z.object({ requestId: id.nullable(), sentence: z.string() });

const promptPreview = preview.omit({ isAlone: true }).extend({
  /** What the prompt asks for. */
  amount: kwachaOut,
  /** The account on whose number the prompt is shown. Null where it costs nothing and none is sent. */
  accountId: id.nullable(),
});

export const loanServices = {
  previewService: { params, body: z.object({ service }), output: preview },
  doService: { params, body: z.object({ service, seen, reason }), output: answer },
  previewWriteOff: { params, output: preview },
  previewPrompt: {
    params,
    body: z.object({
      prompt: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('payment'), amount: kwacha, ...account }),
        z.object({ kind: z.literal('extension'), ...account }),
      ]),
    }),
    output: promptPreview,
  },
  sendPrompt: {
    params,
    body: z.object({
      /** The amount and the account that the preview answered. */
      prompt: z.object({ kind: z.enum(['payment', 'extension']), amount: kwacha, ...account }),
      seen,
    }),
    output: z.object({ sentence: z.string() }),
  },
  askForWriteOff: { params, body: z.object({ seen, reason }), output: answer },
};
