import type { StaffCallDefinition } from './definition.ts';

export const MOST_STATEMENT_BYTES = 16 * 1024 * 1024;
const STATEMENT_FILE = { mostBytes: MOST_STATEMENT_BYTES } as const;

/** The lender's money at the bank, in the wallets of the operators, and on the way between them. */
export const treasuryCalls = {
  getFloat: {
    method: 'GET',
    path: '/float',
    access: 'seePayments',
    audit: 'none',
    summary: 'The balance of each wallet as our book has it, beside what payouts need',
  },
  listTransit: {
    method: 'GET',
    path: '/float/transit',
    access: 'seePayments',
    audit: 'none',
    summary: 'Money on the way between the bank and the wallets, the oldest first',
  },
  previewFloatMovement: {
    method: 'POST',
    path: '/float/movements/preview',
    access: 'moveFloat',
    audit: 'none',
    summary: 'What a top-up, a withdrawal, a charge or an opening balance would post',
  },
  askForFloatMovement: {
    method: 'POST',
    path: '/float/movements',
    access: 'moveFloat',
    audit: 'change',
    summary: 'Ask for a top-up, a withdrawal, a charge or an opening balance; a second person approves',
  },
  listUnsignedDays: {
    method: 'GET',
    path: '/wallets/unsigned',
    access: 'seePayments',
    audit: 'none',
    summary: 'The days on which money moved in a wallet and that are not signed off, the oldest first',
  },
  getWalletDay: {
    method: 'GET',
    path: '/wallets/{operator}/{direction}/{on}',
    access: 'seePayments',
    audit: 'none',
    summary: 'A day of a wallet: what moved, the balance that the operator should show, and its signature',
  },
  signWalletDay: {
    method: 'POST',
    path: '/wallets/{operator}/{direction}/{on}/sign',
    access: 'moveFloat',
    audit: 'change',
    summary: "Sign off a day of a wallet with the operator's balance, once",
  },
  readCharges: {
    method: 'GET',
    path: '/wallets/{operator}/{direction}/charges',
    access: 'seePayments',
    audit: 'none',
    summary: "Charges on the operator's statements that the book does not have, a day each",
  },
  postCharges: {
    method: 'POST',
    path: '/wallets/{operator}/{direction}/charges',
    access: 'moveFloat',
    audit: 'change',
    summary: "Post the charges on the operator's statements, each once",
  },
  getBank: {
    method: 'GET',
    path: '/bank',
    access: 'seePayments',
    audit: 'none',
    summary: 'How the last statement of the bank and the book differ, with counts and sums',
  },
  listBankRows: {
    method: 'GET',
    path: '/bank/rows',
    access: 'seePayments',
    audit: 'look',
    summary: 'Rows of the bank that the book does not have, the oldest first',
  },
  listBankEntries: {
    method: 'GET',
    path: '/bank/entries',
    access: 'seePayments',
    audit: 'none',
    summary: 'Entries of the book at the bank that no statement has, the oldest first',
  },
  readBankStatement: {
    method: 'POST',
    path: '/bank/statements/read',
    access: 'matchPayments',
    audit: 'none',
    file: STATEMENT_FILE,
    summary: 'What a statement of the bank has and what importing it would post; nothing is kept of it',
  },
  importBankStatement: {
    method: 'POST',
    path: '/bank/statements/import',
    access: 'matchPayments',
    audit: 'change',
    file: STATEMENT_FILE,
    summary: 'Import the statement of the bank that was read',
  },
  previewBankRow: {
    method: 'POST',
    path: '/bank/rows/{rowId}/preview',
    access: 'matchPayments',
    audit: 'none',
    summary: 'What posting a row of the bank would book',
  },
  askForBankRow: {
    method: 'POST',
    path: '/bank/rows/{rowId}/posting',
    access: 'matchPayments',
    audit: 'change',
    summary: 'Ask for the posting of a row of the bank; a second person approves',
  },
  readCloseHolds: {
    method: 'GET',
    path: '/periods/next',
    access: 'seePayments',
    audit: 'none',
    summary: 'The next period that can be closed, and what holds up its close',
  },
} as const satisfies Record<string, StaffCallDefinition>;
