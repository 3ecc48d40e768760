import type {
  BankRowPurpose,
  FloatMovementKind,
  WALLET_DIRECTIONS,
} from '@thumba/contract/staff/treasury-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatKwacha } from '@thumba/lending/money';
import { OPERATOR_TITLES } from '../../platform/operators.ts';

export type Direction = (typeof WALLET_DIRECTIONS)[number];
export type Wallet = { operator: keyof typeof OPERATOR_TITLES; direction: Direction };

const DIRECTION_WORDS: Record<Direction, string> = { collection: 'collections', payout: 'payouts' };

/** "MTN, payouts" */
export function walletText({ operator, direction }: Wallet): string {
  return `${OPERATOR_TITLES[operator]}, ${DIRECTION_WORDS[direction]}`;
}

const DIRECTIONS = Object.keys(DIRECTION_WORDS) as Direction[];
const OPERATORS = Object.keys(OPERATOR_TITLES) as Wallet['operator'][];

const WALLETS: readonly Wallet[] = OPERATORS.flatMap((operator) =>
  DIRECTIONS.map((direction) => ({ operator, direction })),
);

export const WALLET_CHOICES = WALLETS.map((wallet) => ({ value: keyOf(wallet), text: walletText(wallet) }));

export function keyOf({ operator, direction }: Wallet): string {
  return `${operator} ${direction}`;
}

/** The wallet of a choice. */
export function walletOf(key: string): Wallet {
  return WALLETS.find((wallet) => keyOf(wallet) === key)!;
}

export function dayAddress({ operator, direction }: Wallet, on: string): string {
  return `/wallets/${operator}/${direction}/${on}`;
}

export const PURPOSE_TITLES: Record<BankRowPurpose, string> = {
  transit: 'Money to or from a wallet',
  share_capital: 'Share capital',
  borrowings: 'Borrowings',
  funding_expense: 'Cost of funding',
  bank_charge_expense: 'Charge of the bank',
  suspense: 'Suspense: its owner is not known',
  other_income: 'Other income',
  other_expense: 'Other expense',
  other_bank_account: 'Money to or from the other bank account of the lender',
};

export const MOVEMENT_TITLES: Record<FloatMovementKind, string> = {
  top_up: 'Top-up: money went from the bank to the wallet',
  withdrawal: 'Sweep: money went from the wallet to the bank',
  charge: 'Charge of the operator',
  opening: 'Opening balance, once a wallet',
};

export function kwachaText(kwacha: number): string {
  return formatKwacha(Math.round(kwacha * 100));
}

export type BankAccount = StaffAnswer<'getBank'>['accounts'][number];

/** "Zanaco, 0123456789". The first account is there before its details are set up. */
export function accountText({ account, title }: BankAccount): string {
  return title ?? (account === 'bank_account' ? 'The bank account' : 'The second bank account');
}

/** The accounts that statements are imported for. */
export function accountsInUse(accounts: readonly BankAccount[]): BankAccount[] {
  return accounts.filter(({ account, title }) => account === 'bank_account' || title !== null);
}

const AMOUNT = /^[-−]?K?\d+(\.\d{1,2})?$/i;

/** "K1,150.50" or "-20" as a number; undefined for what is no amount. */
export function readAmount(text: string): number | undefined {
  const bare = text.trim().replaceAll(/[,\s]/g, '');
  return AMOUNT.test(bare) ? Number(bare.replace('−', '-').replace(/K/i, '')) : undefined;
}
