import type { Answer } from '@thumba/contract/wire';
import { operatorWords } from '../../words/operators.ts';

export type Account = Answer<'listAccounts'>[number];
type Operator = Account['operator'];

const NAMES: Record<Operator, string> = { mtn: 'MTN', airtel: 'Airtel', zamtel: 'Zamtel' };
const MONEY_NAMES: Record<Operator, string> = {
  mtn: 'MTN MoMo',
  airtel: 'Airtel Money',
  zamtel: 'Zamtel Money',
};

/** "Airtel · 097 **** 456". */
export function accountText({ operator, mobile }: Account): string {
  return `${NAMES[operator]} · ${mobile}`;
}

/** The operator's name for its mobile money; without an operator, the general term. */
export function mobileMoneyName(operator: Operator | undefined): string {
  return operator === undefined ? operatorWords.mobileMoney : MONEY_NAMES[operator];
}
