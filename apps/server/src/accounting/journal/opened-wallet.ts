import type { JournalKind, JournalLine } from '@thumba/accounting/journal';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { findWalletOpening, type WalletOpening } from '../../money/reconciliation/wallet-opening.ts';
import type { Transaction } from '../../platform/database.ts';

export type OpenedWalletRefusal = {
  kind: 'wallet_opened_before';
  account: LedgerAccount;
  opening: WalletOpening;
};

/**
 * The wallet that a take-on would open a second time, if there is one. A take-on may still lower a wallet, which corrects
 * an opening that was too high. Rule: docs/rules/journals.md.
 */
export async function findOpenedWallet(
  transaction: Transaction,
  kind: JournalKind,
  lines: readonly JournalLine[],
): Promise<OpenedWalletRefusal | undefined> {
  if (kind !== 'take_on') return undefined;
  for (const { account, debitNgwee = 0 } of lines) {
    if (debitNgwee === 0 || !account.startsWith('float_')) continue;
    const opening = await findWalletOpening(transaction, account);
    if (opening) return { kind: 'wallet_opened_before', account, opening };
  }
  return undefined;
}
