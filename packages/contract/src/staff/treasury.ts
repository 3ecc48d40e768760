import { parseKwacha } from '@thumba/lending/money';
import { z } from 'zod';
import { day, id, idInPath, instant, kwacha, kwachaOut, operatorName, page, pageSize } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { effectLine, reason } from './people.ts';
import { BANK_ACCOUNTS, BANK_ROW_PURPOSES, FLOAT_MOVEMENTS, WALLET_DIRECTIONS } from './treasury-words.ts';

const direction = z.enum(WALLET_DIRECTIONS);
const wallet = { operator: operatorName, direction };
/** Below zero for a wallet from which more was paid out than lay in it. */
const signedKwacha = z
  .number()
  .refine((value) => parseKwacha(Math.abs(value)) !== undefined, 'Write an amount like 1150.50');

/** Names what was shown, so that nothing else is asked for. */
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What a request would do, before it is filed. */
const asked = z.object({
  title: z.string(),
  effect: z.array(effectLine),
  digest: z.string(),
});

const movement = {
  ...wallet,
  kind: z.enum(FLOAT_MOVEMENTS),
  amount: kwacha.refine((value) => value > 0, 'Write an amount above zero'),
  on: bookDay,
};

/** Where a row of the bank belongs. Only money in transit names a wallet. */
const posting = {
  postedAs: z.enum(BANK_ROW_PURPOSES),
  wallet: z.object(wallet).nullable(),
};

const bankAccount = z.enum(BANK_ACCOUNTS);

/** The account of a statement, and its days where the file does not show them. */
const ofStatement = {
  account: bankAccount.default('bank_account'),
  from: bookDay.optional(),
  to: bookDay.optional(),
};

const statementRead = z.object({
  rows: z.int(),
  /** Rows that earlier statements had. */
  known: z.int(),
  /** Rows that are posted at once, because the book has their other half. */
  posted: z.int(),
  isNew: z.boolean(),
  from: day,
  to: day,
  moneyIn: kwachaOut,
  moneyOut: kwachaOut,
  /** `null` where the bank shows no balances. */
  opening: kwachaOut.nullable(),
  closing: kwachaOut.nullable(),
});

const paged = { query: z.object({ page, pageSize }) };

export const treasury = {
  getFloat: {
    output: z.object({
      businessDate: day,
      wallets: z.array(
        z.object({
          ...wallet,
          balance: kwachaOut,
          heldPayouts: z.int(),
          heldAmount: kwachaOut,
          /** What payouts that wait and one more day of payouts need; `null` for a wallet that pays nothing out. */
          needed: kwachaOut.nullable(),
          /** How long it covers payouts at the pace of the last 7 days; `null` where nothing was paid out. */
          hoursCovered: z.number().nullable(),
          /** The last day that was signed off. */
          signedThrough: day.nullable(),
          unsignedDays: z.int(),
        }),
      ),
    }),
  },
  listTransit: {
    ...paged,
    output: z.object({
      total: z.int(),
      /** The account for money in transit: positive for money that left the bank and no wallet has yet. */
      balance: kwachaOut,
      items: z.array(
        z.object({
          ...wallet,
          recordId: id,
          amount: kwachaOut,
          /** Towards the wallet, or towards the bank. */
          isToWallet: z.boolean(),
          /** Which side has it already. */
          seenAt: z.enum(['bank', 'wallet']),
          since: day,
          days: z.int(),
        }),
      ),
    }),
  },
  previewFloatMovement: { body: z.object(movement), output: asked },
  askForFloatMovement: {
    body: z.object({ ...movement, reason, digest }),
    output: z.object({ requestId: id }),
  },
  listUnsignedDays: {
    ...paged,
    output: z.object({ total: z.int(), items: z.array(z.object({ ...wallet, on: day })) }),
  },
  getWalletDay: {
    params: z.object({ ...wallet, on: bookDay }),
    output: z.object({
      isOver: z.boolean(),
      opening: kwachaOut,
      /** The opening balance that was taken on on this day. */
      takenOn: kwachaOut,
      payments: kwachaOut,
      bank: kwachaOut,
      suspense: kwachaOut,
      charges: kwachaOut,
      /** Payments that the operator had on this day and the book on another. */
      timing: kwachaOut,
      /** What the operator should show at the end of the day. */
      balance: kwachaOut,
      signed: z.object({ by: z.string(), at: instant, balance: kwachaOut }).nullable(),
    }),
  },
  signWalletDay: {
    params: z.object({ ...wallet, on: bookDay }),
    body: z.object({ balance: signedKwacha }),
    output: z.object({ balance: kwachaOut }),
  },
  readCharges: {
    params: z.object(wallet),
    /** Without days, those of yesterday. */
    query: z.object(ofStatement),
    output: z.object({
      from: day,
      to: day,
      total: kwachaOut,
      days: z.array(z.object({ on: day, amount: kwachaOut })),
    }),
  },
  postCharges: {
    params: z.object(wallet),
    body: z.object({
      from: bookDay,
      to: bookDay,
      /** Their sum as it was shown. */
      amount: kwacha,
      reason,
    }),
    output: z.object({ days: z.int(), amount: kwachaOut }),
  },
  getBank: {
    output: z.object({
      accounts: z.array(
        z.object({
          account: bankAccount,
          /** The bank and the number; `null` where the account is not set up. */
          title: z.string().nullable(),
          closedOn: day.nullable(),
          /** Its last statement; `null` before the first one. */
          last: z.object({ through: day, closing: kwachaOut.nullable() }).nullable(),
        }),
      ),
      /** Through the last day that statements of all open accounts have; `null` before the first statement. */
      last: z
        .object({
          through: day,
          /** Of all accounts together; `null` where a bank shows no balances. */
          closing: kwachaOut.nullable(),
          booked: kwachaOut,
        })
        .nullable(),
      /** `compared` is the sum through the day of `last`. */
      rows: z.object({ count: z.int(), sum: kwachaOut, compared: kwachaOut }),
      entries: z.object({ count: z.int(), sum: kwachaOut, compared: kwachaOut }),
    }),
  },
  listBankRows: {
    ...paged,
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          rowId: id,
          on: day,
          /** Money that came is positive, money that left is negative. */
          amount: kwachaOut,
          /** What the bank wrote beside it. */
          text: z.string(),
          /** The request for its posting that waits for a second person. */
          requestId: id.nullable(),
        }),
      ),
    }),
  },
  listBankEntries: {
    ...paged,
    output: z.object({
      total: z.int(),
      items: z.array(z.object({ entryId: id, on: day, amount: kwachaOut })),
    }),
  },
  readBankStatement: {
    query: z.object(ofStatement),
    output: z.object({
      ...statementRead.shape,
      /** Names the file and its days, for the import. */
      digest: z.string(),
    }),
  },
  importBankStatement: { query: z.object({ ...ofStatement, digest }), output: statementRead },
  previewBankRow: { params: z.object({ rowId: idInPath }), body: z.object(posting), output: asked },
  askForBankRow: {
    params: z.object({ rowId: idInPath }),
    body: z.object({ ...posting, reason, digest }),
    output: z.object({ requestId: id }),
  },
  readCloseHolds: {
    output: z.object({
      closedThrough: day.nullable(),
      /** `null`: no period is over and open. */
      next: z.object({ period: z.string(), holds: z.array(z.string()) }).nullable(),
    }),
  },
};
