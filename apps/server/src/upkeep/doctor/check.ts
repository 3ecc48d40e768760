/** What the checks look at; the name is how many of it there are in the report. */
export type Census = {
  loans: number;
  borrowers: number;
  payments: number;
  'ledger rows': number;
  events: number;
  coupons: number;
  messages: number;
  keys: number;
  chances: number;
  draws: number;
};

/** One thing that has to be true of the whole book, as one query for everything of which it is not. */
export type Check = {
  title: string;
  /** A fault makes the book unsound; a notice is for a person to look at. */
  gravity: 'fault' | 'notice';
  looksAt: keyof Census;
  /** Answers a row `(id, problem)` for each thing that is not as it should be; nothing in it names a person. */
  query: string;
};

/** Each account that a row of the ledger moves, with what it gained: debits above zero, credits below. */
export const BOTH_SIDES = `ledger_transfer t cross join lateral
  (values (t.debit_account, t.amount_ngwee), (t.credit_account, -t.amount_ngwee)) as side (account, ngwee)`;
