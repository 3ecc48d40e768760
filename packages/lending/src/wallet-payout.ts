import { floatAccount, type OperatorName, type Transfer, transfer } from './ledger.ts';
import { minimum, type Ngwee, subtract } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';

/** What moves a borrower's wallet without any loan: its balanced rows, and the credit given or taken. */
export type WalletChange = { transfers: readonly Transfer[]; walletNgwee: number };

/** Words for the borrower about a payout of wallet credit. */
export type WalletMessage = { kind: 'wallet_paid_out' | 'wallet_payout_failed'; amountNgwee: Ngwee };

export type WalletPayoutRefusal =
  | { kind: 'nothing_to_pay_out' }
  | { kind: 'wallet_too_low'; walletNgwee: Ngwee };

/**
 * Takes wallet credit out for a payout. It stands in suspense until the operator has answered, so that it can neither
 * be spent twice nor be missing from the book. Refuses nothing, and more than the wallet holds.
 */
export function submitWalletPayout(
  walletNgwee: Ngwee,
  amountNgwee: Ngwee,
): Outcome<WalletChange, WalletPayoutRefusal> {
  if (amountNgwee === 0) return refuse({ kind: 'nothing_to_pay_out' });
  if (amountNgwee > walletNgwee) return refuse({ kind: 'wallet_too_low', walletNgwee });
  return allow({
    transfers: transfer('wallet_credit', 'suspense', amountNgwee),
    walletNgwee: -amountNgwee,
  });
}

/** The money has left. Never refused. */
export function walletPayoutSucceeded(amountNgwee: Ngwee, operator: OperatorName): WalletChange {
  return { transfers: transfer('suspense', floatAccount(operator, 'payout'), amountNgwee), walletNgwee: 0 };
}

/** The operator says that it will not pay: the credit is the borrower's again. */
export function walletPayoutFailed(amountNgwee: Ngwee): WalletChange {
  return { transfers: transfer('suspense', 'wallet_credit', amountNgwee), walletNgwee: amountNgwee };
}

/**
 * The money has left after all, when the credit had already been given back. The wallet pays what it still holds; the
 * rest stands in suspense until a person has placed it, because a wallet is never below zero. Never refused.
 */
export function walletPayoutSucceededLate(
  walletNgwee: Ngwee,
  amountNgwee: Ngwee,
  operator: OperatorName,
): WalletChange {
  const float = floatAccount(operator, 'payout');
  const fromWallet = minimum(walletNgwee, amountNgwee);
  return {
    transfers: [
      ...transfer('wallet_credit', float, fromWallet),
      ...transfer('suspense', float, subtract(amountNgwee, fromWallet)),
    ],
    walletNgwee: -fromWallet,
  };
}
