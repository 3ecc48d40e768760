/** How many records of each kind there are. The report shows these names. */
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
  'audit entries': number;
  'sealed values': number;
  pictures: number;
};

/** A sentence that must be true of the whole book. Its query finds the records for which it is false. */
export type Check = {
  title: string;
  /** With a fault the book is not sound. A notice is for staff to look at. */
  gravity: 'fault' | 'notice';
  looksAt: keyof Census;
  /** It joins each loan to each change, for which PostgreSQL would choose a nested loop. */
  isOfWholeBook?: true;
  /** Answers a row `(id, problem)` for each such record, without personal data. */
  query: string;
};

/** Both accounts of each transfer, with the amount by which each changes: a debit is positive, a credit negative. */
export const BOTH_SIDES = `ledger_transfer t cross join lateral
  (values (t.debit_account, t.amount_ngwee), (t.credit_account, -t.amount_ngwee)) as side (account, ngwee)`;

/** Whether a transfer is none of a journal, which belongs to no loan (docs/rules/journals.md). */
export const IS_OF_NO_JOURNAL = `not (t.loan_id is null and t.borrower_id = 0
  and exists (select from journal j where j.entry_id = t.entry_id))`;

/** An amount as people read it, from an expression in ngwee. */
export const kwachaOf = (ngwee: string) => `to_char(${ngwee} / 100.0, '"K"FM999,999,999,990.00')`;

/** The same with its sign in front. */
export const signedKwachaOf = (ngwee: string) =>
  `concat(case when ${ngwee} < 0 then '-' end, ${kwachaOf(`abs(${ngwee})`)})`;

/** The business day, from the clock of the database. */
export const TODAY = `(select (now() at time zone 'Africa/Lusaka')::date + offset_days from business_calendar)`;
