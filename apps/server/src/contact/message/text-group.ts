import type { TextGroup } from '@thumba/contract/staff/text-groups';
import type { MessageKind } from './wording.ts';

/** The beginnings of the names of kinds, with what they are about. The first that fits counts. */
const BEGINNINGS: readonly (readonly [RegExp, TextGroup])[] = [
  [/^reminder_/, 'reminder'],
  [/^(claim|complaint)_/, 'ticket'],
  [/^(repayment|payer|payment|waiver|wallet|unused|loan_settled|loan_extended|loan_cancelled)/, 'payment'],
  [
    /^(loan_approved|loan_referred|loan_declined|face|identity_asked|payslip|mobile_money|evidence|counter)/,
    'application',
  ],
  [/^(loan_paid_out|payout_failed|payout_held|hardship|charge)/, 'loan'],
];

export function groupOfText(kind: MessageKind): TextGroup {
  return BEGINNINGS.find(([beginning]) => beginning.test(kind))?.[1] ?? 'account';
}
