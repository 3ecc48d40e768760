import { floatAccount, type OperatorName, type Transfer, transfer } from './ledger.ts';
import { minimum, type Ngwee, subtract } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';

/** A change of a borrower's wallet without a loan: its transfers, and the credit in ngwee given or taken (negative). */
export type WalletChange = { transfers: readonly Transfer[]; walletNgwee: number };

/** A message to the borrower about wallet credit: a payout, or money that was found and is theirs. */
export type WalletMessage = {
  kind:
    | 'wallet_paid_out'
    | 'wallet_payout_failed'
    | 'wallet_credit_found'
    | 'unused_credit_sent'
    | 'unused_credit_kept';
  amountNgwee: Ngwee;
};

export type WalletPayoutRefusal =
  | { kind: 'nothing_to_pay_out' }
  | { kind: 'wallet_too_low'; walletNgwee: Ngwee };

/**
 * Moves wallet credit in ngwee to suspense for a payout, until the operator has answered, so that it is not spent twice
 * and stays in the book. Refuses an amount of zero, and an amount above the wallet credit. Rule: docs/rules/ledger.md.
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

/** The operator confirms a payout of wallet credit. It is never refused. */
export function walletPayoutSucceeded(amountNgwee: Ngwee, operator: OperatorName): WalletChange {
  return { transfers: transfer('suspense', floatAccount(operator, 'payout'), amountNgwee), walletNgwee: 0 };
}

/** The operator confirms that the payout failed. The credit goes back to the wallet. It is never refused. */
export function walletPayoutFailed(amountNgwee: Ngwee): WalletChange {
  return { transfers: transfer('suspense', 'wallet_credit', amountNgwee), walletNgwee: amountNgwee };
}

/**
 * The operator confirms a payout whose credit went back to the wallet before. The wallet pays what it has. The rest is
 * in suspense until staff resolve it, because a wallet is never below zero. It is never refused.
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
