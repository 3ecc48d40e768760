import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import {
  type AskableAttempt,
  keepAsk,
  lastAskedByStaff,
  lockToAsk,
} from '../../book/payment-attempt/attempt-history.ts';
import { type Clock, DAY_MS, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Connections } from './served-routes.ts';

/** An operator that has only just sent the prompt is asked on its own schedule, which Airtel wants kept. */
const ASKED_SOONEST_MS = 180_000;
const BETWEEN_ASKS_MS = 60_000;
/** For this long an operator may change what it told. */
const ASKED_AFTER_END_MS = 7 * DAY_MS;

export type AskNowDeps = Connections & { db: Database; clock: Clock };

export type AskNowRefusal =
  | { kind: 'no_such_payment' }
  | { kind: 'not_sent' }
  | { kind: 'over' }
  | { kind: 'no_enquiries' }
  | { kind: 'not_connected' }
  | { kind: 'sent_just_now' }
  | { kind: 'asked_just_now' };

/** Why the operator of a payment is not asked about it now. */
export function whyNotAsk(
  { operators, earlierOperators, clock }: Pick<AskNowDeps, 'operators' | 'earlierOperators' | 'clock'>,
  attempt: AskableAttempt,
  askedAt: Date | null,
): AskNowRefusal | undefined {
  const nowMs = clock.nowMs();
  const { state, operator, sent_at: sentAt, finished_at: finishedAt, handed_over_for } = attempt;
  if (state === 'succeeded') return { kind: 'over' };
  if (finishedAt !== null && nowMs - finishedAt.getTime() > ASKED_AFTER_END_MS) return { kind: 'over' };
  if (state === 'created' || sentAt === null) return { kind: 'not_sent' };
  if (operator === 'zamtel') return { kind: 'no_enquiries' };
  const isConnected = [operators[operator], ...earlierOperators].some((one) => one?.name === operator);
  if (!isConnected || handed_over_for === 'route_gone' || handed_over_for === 'route_unknown')
    return { kind: 'not_connected' };
  if (nowMs - sentAt.getTime() < ASKED_SOONEST_MS) return { kind: 'sent_just_now' };
  if (askedAt !== null && nowMs - askedAt.getTime() < BETWEEN_ASKS_MS) return { kind: 'asked_just_now' };
  return undefined;
}

/** Makes the next enquiry about a payment due at once. Of two people who ask at the same moment, one does. */
export async function askNow(
  deps: AskNowDeps & { onNewAttempts(): void },
  { actor, ...attempt }: { borrowerId: number; attemptId: string; actor: Actor },
): Promise<Outcome<void, AskNowRefusal>> {
  const refusal = await deps.db.inTransaction<AskNowRefusal | undefined>(async (transaction) => {
    const locked = await lockToAsk(transaction, attempt);
    if (!locked) return { kind: 'no_such_payment' };
    const reason = whyNotAsk(deps, locked, await lastAskedByStaff(transaction, attempt));
    if (reason) return reason;
    await keepAsk(transaction, { ...attempt, actor, now: toDate(deps.clock.nowMs()) });
    return undefined;
  });
  if (refusal) return refuse(refusal);
  deps.onNewAttempts();
  return allow(undefined);
}

/** One sentence for staff. */
export function describeAskNowRefusal({ kind }: AskNowRefusal): string {
  switch (kind) {
    case 'no_such_payment':
      return 'There is no such payment.';
    case 'not_sent':
      return 'It was not sent yet, so the operator does not know it.';
    case 'over':
      return 'Its outcome is known, and the operator is not asked any more.';
    case 'no_enquiries':
      return 'Zamtel has no call for it: the outcome is on the statement.';
    case 'not_connected':
      return 'No setting connects to the route on which it was sent: the outcome is on the statement.';
    case 'sent_just_now':
      return 'It was sent less than three minutes ago. The program asks by itself until then.';
    case 'asked_just_now':
      return 'The operator was asked less than a minute ago.';
  }
}
