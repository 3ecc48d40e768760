import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '../../platform/money.ts';

type Allocation = Answer<'queryLoanDetail'>['payments'][number]['allocation'];

const PARTS: readonly { part: keyof Allocation; name: string }[] = [
  { part: 'penalty', name: 'Late charges' },
  { part: 'serviceFee', name: 'Service fee' },
  { part: 'interest', name: 'Interest' },
  { part: 'principal', name: 'Loan' },
  { part: 'wallet', name: 'Wallet credit' },
];

/** What a payment went to, in the order in which it counts; parts that got nothing are left out. */
export function allocationFacts(allocation: Allocation): { label: string; value: string }[] {
  return PARTS.filter(({ part }) => allocation[part] > 0).map(({ part, name }) => ({
    label: name,
    value: moneyText(allocation[part]),
  }));
}
