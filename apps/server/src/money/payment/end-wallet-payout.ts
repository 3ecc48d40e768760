import { canEndAs, hasEnded } from '@thumba/lending/attempt';
import { allow } from '@thumba/lending/outcome';
import {
  type WalletChange,
  type WalletMessage,
  walletPayoutFailed,
  walletPayoutSucceeded,
  walletPayoutSucceededLate,
} from '@thumba/lending/wallet-payout';
import { type Actor, actorOfOperator } from '../../book/actor.ts';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import type { WalletSubject } from '../../book/posting-line/wallet-posting.ts';
import type { End, EndDeps } from './attempt-end.ts';

/** Ends a payout of wallet credit. */
export async function endWalletPayout(
  deps: Pick<EndDeps, 'line' | 'today'>,
  attempt: AttemptRow,
  end: End,
  actor: Actor,
): Promise<void> {
  await deps.line.postToWallet<null, never>({
    borrowerId: attempt.borrower_id,
    attemptId: attempt.attempt_id,
    actor,
    decide(subject) {
      const state = subject.attemptState;
      if (state === null) throw new Error('a payout of wallet credit is gone');
      if (!canEndAs(state, end.state)) return { ok: true, unchanged: true, answer: null };
      return allow({
        change: { ...changeOf(attempt, end, subject, hasEnded(state)), messages: [messageOf(attempt, end)] },
        on: deps.today(),
        cause: {
          ends: {
            attemptId: attempt.attempt_id,
            state: end.state,
            operator: attempt.operator,
            operatorReference: end.state === 'succeeded' ? end.operatorReference : null,
            failureReason: end.state === 'succeeded' ? null : end.reason,
            receiptNo: null,
          },
        },
        answer: null,
      });
    },
  });
}

/** What an end would do to the wallet. Nothing is written. */
export async function previewWalletEnd(
  { line }: Pick<EndDeps, 'line'>,
  attempt: AttemptRow,
  end: End,
): Promise<WalletChange & { messages: readonly WalletMessage[] }> {
  const outcome = await line.postToWallet<WalletChange, never>({
    borrowerId: attempt.borrower_id,
    attemptId: attempt.attempt_id,
    actor: actorOfOperator(attempt.operator),
    decide: (subject) => ({
      ok: true,
      unchanged: true,
      answer: changeOf(attempt, end, subject, hasEnded(attempt.state)),
    }),
  });
  if (!outcome.ok) throw new Error(`a payout of wallet credit is refused: ${outcome.refusal.kind}`);
  return { ...outcome.value, messages: [messageOf(attempt, end)] };
}

function changeOf(
  { amount_ngwee, operator }: AttemptRow,
  end: End,
  { walletNgwee }: WalletSubject,
  hadFailed: boolean,
): WalletChange {
  if (end.state !== 'succeeded') return walletPayoutFailed(amount_ngwee);
  return hadFailed
    ? walletPayoutSucceededLate(walletNgwee, amount_ngwee, operator)
    : walletPayoutSucceeded(amount_ngwee, operator);
}

function messageOf({ amount_ngwee: amountNgwee, quoted }: AttemptRow, end: End): WalletMessage {
  const isPaid = end.state === 'succeeded';
  // Only a payout of unused credit has a quote. The borrower did not ask for it.
  if (quoted !== null) return { kind: isPaid ? 'unused_credit_sent' : 'unused_credit_kept', amountNgwee };
  return { kind: isPaid ? 'wallet_paid_out' : 'wallet_payout_failed', amountNgwee };
}
