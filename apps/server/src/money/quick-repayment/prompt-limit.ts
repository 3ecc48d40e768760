import { HOUR_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';

/*
 * A prompt on somebody's phone can be asked for by whoever holds a link, so there are few of them: by link, and by the
 * number that is prompted, whatever link it comes from.
 */

const MAX_PROMPTS = 3;
const WITHIN_MS = HOUR_MS;

const claimPromptStatement = statement<never, { subjects: Buffer[]; attemptId: string; now: Date }>(
  'quick repayment: claim prompt',
  `insert into repay_link_prompt (subject_hash, attempt_id, asked_at)
   select subject_hash, $attemptId::uuid, $now::timestamptz from unnest($subjects::bytea[]) as s(subject_hash)`,
);

const findLimitStatement = statement<
  { oldest_at: Date | null },
  { subjects: Buffer[]; attemptId: string; askedSince: Date }
>(
  'quick repayment: find prompt limit',
  `select max(oldest_at) as oldest_at from unnest($subjects::bytea[]) as s(subject_hash)
   cross join lateral (
     select asked_at as oldest_at from repay_link_prompt p
     where p.subject_hash = s.subject_hash and p.attempt_id <> $attemptId::uuid and p.asked_at > $askedSince::timestamptz
     order by asked_at desc offset ${MAX_PROMPTS - 1} limit 1
   ) oldest`,
);

const releasePromptStatement = statement<never, { subjects: Buffer[]; attemptId: string }>(
  'quick repayment: release prompt',
  'delete from repay_link_prompt where subject_hash = any($subjects::bytea[]) and attempt_id = $attemptId::uuid',
);

/**
 * Counts a prompt before it is asked for, so that prompts asked for at once count each other: at the limit's edge both
 * may be refused, and never one too many is let through. Answers when to try again, or undefined when it may be asked for.
 */
export async function claimPrompt(
  db: Database,
  prompt: { subjects: Buffer[]; attemptId: string; nowMs: number },
): Promise<Date | undefined> {
  const { subjects, attemptId, nowMs } = prompt;
  await db.rows(claimPromptStatement, { subjects, attemptId, now: toDate(nowMs) });
  const limit = await db.row(findLimitStatement, {
    subjects,
    attemptId,
    askedSince: toDate(nowMs - WITHIN_MS),
  });
  if (!limit?.oldest_at) return undefined;
  return toDate(limit.oldest_at.getTime() + WITHIN_MS);
}

/** What came to no prompt does not count. */
export async function releasePrompt(
  db: Database,
  { subjects, attemptId }: { subjects: Buffer[]; attemptId: string },
): Promise<void> {
  await db.rows(releasePromptStatement, { subjects, attemptId });
}

const purgePromptsStatement = statement<never, { askedBefore: Date }>(
  'quick repayment: purge prompts',
  'delete from repay_link_prompt where asked_at <= $askedBefore::timestamptz',
);

export async function purgePrompts(db: Database, now: Date): Promise<void> {
  await db.rows(purgePromptsStatement, { askedBefore: toDate(now.getTime() - WITHIN_MS) });
}
