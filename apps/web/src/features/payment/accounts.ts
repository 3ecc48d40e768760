import type { Answer } from '@thumba/contract/wire';
import { deadlineText } from '../../platform/deadline.ts';
import { operatorWords } from '../../words/operators.ts';

export type Account = Answer<'listAccounts'>[number];
type Operator = Account['operator'];

/** What each operator is called, and what it calls its mobile money. */
const OPERATORS: Record<Operator, { name: string; moneyName: string }> = {
  mtn: { name: 'MTN', moneyName: 'MTN MoMo' },
  airtel: { name: 'Airtel', moneyName: 'Airtel Money' },
  zamtel: { name: 'Zamtel', moneyName: 'Zamtel Money' },
};

/** "Airtel · 097 **** 456". */
export function accountText({ operator, mobile }: Account): string {
  return `${OPERATORS[operator].name} · ${mobile}`;
}

/** The same of a new account, with the time from which it can get money. */
export function waitingAccountText(account: Account, payoutsFrom: string): string {
  return operatorWords.from(accountText(account), deadlineText(payoutsFrom));
}

/** "Airtel". */
export function operatorName(operator: Operator): string {
  return OPERATORS[operator].name;
}

/** The operator's name for its mobile money; without an operator, the general term. */
export function mobileMoneyName(operator: Operator | undefined): string {
  return operator === undefined ? operatorWords.mobileMoney : OPERATORS[operator].moneyName;
}
