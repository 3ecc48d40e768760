import { BANK_ACCOUNTS, type BankAccountName } from '@thumba/contract/staff/treasury-words';
import type { Day } from '@thumba/lending/day';
import { type BankAccount, isSetUp } from '../../book/lender-setting/bank-account.ts';
import { dayText } from '../../platform/date-text.ts';

/** The bank accounts of the lender, as the settings of this moment say them. */
export type BankAccounts = Readonly<Record<BankAccountName, BankAccount>>;

/** The account of every lender, whether its details are set up or not. */
export const FIRST_ACCOUNT: BankAccountName = 'bank_account';

export type AccountRefusal =
  | { kind: 'no_such_account' }
  /** Each row of the file is on a statement of the other account. */
  | { kind: 'of_other_account' }
  | { kind: 'not_used_yet'; usedFromOn: Day }
  | { kind: 'account_closed'; closedOn: Day };

/** Why a statement of these days cannot be of the account. Rule: docs/rules/bank.md. */
export function refusalOfDays(
  accounts: BankAccounts,
  name: BankAccountName,
  { fromOn, throughOn }: { fromOn: Day; throughOn: Day },
): AccountRefusal | undefined {
  const { usedFromOn, closedOn } = accounts[name];
  if (name !== FIRST_ACCOUNT && !isSetUp(accounts[name])) return { kind: 'no_such_account' };
  if (usedFromOn !== null && throughOn < usedFromOn) return { kind: 'not_used_yet', usedFromOn };
  return closedOn !== null && fromOn > closedOn ? { kind: 'account_closed', closedOn } : undefined;
}

/** A sentence for staff. */
export function describeAccountRefusal(refusal: AccountRefusal): string {
  switch (refusal.kind) {
    case 'no_such_account':
      return 'The second bank account is not set up: two people do that in the settings.';
    case 'of_other_account':
      return 'This statement was imported for the other bank account.';
    case 'not_used_yet':
      return `The settings say that this account is used from ${dayText(refusal.usedFromOn)} on. The statement ends before that day.`;
    case 'account_closed':
      return `The settings say that this account was closed on ${dayText(refusal.closedOn)}. The statement begins after that day.`;
  }
}

/** The accounts that have no further statements after a day. */
export function closedAccounts(accounts: BankAccounts, today: Day): BankAccountName[] {
  return BANK_ACCOUNTS.filter((name) => {
    const { closedOn } = accounts[name];
    return closedOn !== null && closedOn <= today;
  });
}

/** "Zanaco, 0123456789". Undefined where the account is not set up. */
export function accountTitle(account: BankAccount): string | undefined {
  return isSetUp(account) ? `${account.bank}, ${account.accountNumber}` : undefined;
}
