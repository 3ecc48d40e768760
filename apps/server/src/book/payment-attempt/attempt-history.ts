import type { AttemptState } from '@thumba/lending/attempt';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';
import type { HandOverReason, ToldStep } from './attempt-statements.ts';

type KeptStep = {
  taken_at: Date;
  told: ToldStep | 'held' | 'no_news' | 'asked_by_staff';
  code: string | null;
  actor: Actor | null;
};

type OfAttempt = { borrowerId: number; attemptId: string };

const MOST_STEPS = 200;

const readStepsStatement = statement<KeptStep, OfAttempt>(
  'payment: read steps',
  `select taken_at, told, code, actor from payment_attempt_step
   where borrower_id = $borrowerId and attempt_id = $attemptId::uuid order by step_id desc limit ${MOST_STEPS}`,
);

/** The newest steps of an attempt, the oldest of them first. */
export async function readSteps(db: Database, attempt: OfAttempt): Promise<KeptStep[]> {
  return (await db.rows(readStepsStatement, attempt)).toReversed();
}

/** What decides whether an operator can be asked about an attempt out of turn. */
export type AskableAttempt = {
  state: AttemptState;
  operator: OperatorName;
  sent_at: Date | null;
  finished_at: Date | null;
  handed_over_for: HandOverReason | null;
};

const lockStatement = statement<AskableAttempt, OfAttempt>(
  'payment: lock attempt to ask about',
  `select state, operator, sent_at, finished_at, handed_over_for from payment_attempt
   where borrower_id = $borrowerId and attempt_id = $attemptId::uuid for no key update`,
);

/** Until the transaction ends, no other person asks about it. */
export function lockToAsk(transaction: Transaction, attempt: OfAttempt): Promise<AskableAttempt | undefined> {
  return transaction.row(lockStatement, attempt);
}

const lastAskedStatement = statement<{ asked_at: Date | null }, OfAttempt>(
  'payment: last asked by staff',
  `select max(taken_at) as asked_at from payment_attempt_step
   where borrower_id = $borrowerId and attempt_id = $attemptId::uuid and told = 'asked_by_staff'`,
);

/** When a person last asked the operator about it. */
export async function lastAskedByStaff(
  db: Pick<Database, 'row'> | Transaction,
  attempt: OfAttempt,
): Promise<Date | null> {
  return (await db.row(lastAskedStatement, attempt))!.asked_at;
}

const keepAskStatement = statement<never, OfAttempt & { actor: Actor; now: Date }>(
  'payment: keep that staff asked',
  `with hastened as (
     update payment_attempt
     set next_step_at = least(coalesce(next_step_at, $now::timestamptz), $now::timestamptz)
     where borrower_id = $borrowerId and attempt_id = $attemptId::uuid returning borrower_id, attempt_id
   )
   insert into payment_attempt_step (borrower_id, attempt_id, taken_at, told, actor)
   select borrower_id, attempt_id, $now::timestamptz, 'asked_by_staff', $actor from hastened`,
);

/** Makes the next step of an attempt due now, and keeps who asked. */
export async function keepAsk(
  transaction: Transaction,
  ask: OfAttempt & { actor: Actor; now: Date },
): Promise<void> {
  await transaction.rows(keepAskStatement, ask);
}
