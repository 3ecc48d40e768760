import { type Day, isDay } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';

/** A bank account of the lender as the table keeps it. One that is not set up has empty texts. */
export type BankAccount = {
  bank: string;
  branch: string;
  accountName: string;
  /** Digits only. */
  accountNumber: string;
  usedFromOn: Day | null;
  closedOn: Day | null;
};

/** Until a version says it: the lender has an account whose details the program does not know. */
export const NO_BANK_ACCOUNT: BankAccount = {
  bank: '',
  branch: '',
  accountName: '',
  accountNumber: '',
  usedFromOn: null,
  closedOn: null,
};

export function isSetUp({ accountNumber }: BankAccount): boolean {
  return accountNumber !== '';
}

type Problem = { field: string; sentence: string };
type Texts = Readonly<Record<string, string>>;

/** What the fields of the form say. */
export function readBankAccount(texts: Texts): Outcome<BankAccount, Problem> {
  const text = (field: string) => (texts[field] ?? '').trim();
  if (text('bank') === '') return refuse({ field: 'bank', sentence: 'Write the name of the bank.' });
  if (text('accountName') === '')
    return refuse({ field: 'accountName', sentence: 'Write the name of the account.' });
  const accountNumber = text('accountNumber').replaceAll(/[\s-]/g, '');
  if (!/^\d{5,20}$/.test(accountNumber))
    return refuse({ field: 'accountNumber', sentence: 'Write the number of the account: 5 to 20 digits.' });
  const usedFromOn = text('usedFromOn');
  if (!isDay(usedFromOn))
    return refuse({ field: 'usedFromOn', sentence: 'Choose the first day on which the account is used.' });
  const closedOn = text('closedOn') === '' ? null : text('closedOn');
  if (closedOn !== null && !isDay(closedOn))
    return refuse({ field: 'closedOn', sentence: 'Choose a day, or leave it empty.' });
  if (closedOn !== null && closedOn < usedFromOn)
    return refuse({
      field: 'closedOn',
      sentence: 'The day of closing is before the first day. Choose the first day or a later one.',
    });
  const [bank, branch, accountName] = [text('bank'), text('branch'), text('accountName')];
  return allow({ bank, branch, accountName, accountNumber, usedFromOn, closedOn });
}

/** The texts of the form. */
export function textsOfBankAccount({ usedFromOn, closedOn, ...texts }: BankAccount): Record<string, string> {
  return { ...texts, usedFromOn: usedFromOn ?? '', closedOn: closedOn ?? '' };
}
