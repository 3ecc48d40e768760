import { toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { deleteUse, insertUses, limitOfUsesEndsAt } from '../../platform/limit.ts';

/*
 * A link lets its holder send a PIN prompt to any number. The prompts are therefore limited for each link, and for each
 * prompted number across all links.
 */

const REPAY_PROMPT = 'repay_prompt';
const PROMPTS_PER_HOUR = 3;

/** The subjects are the hashes of the link and of the prompted number. */
type Prompt = { subjectHashes: Buffer[]; attemptId: string };

const claimPromptStatement = statement<never, Prompt & { now: Date }>(
  'quick repayment: claim prompt',
  insertUses({
    kind: REPAY_PROMPT,
    subjectHash: 's.subject_hash',
    usedAt: '$now',
    useId: '$attemptId',
    window: '1 hour',
    from: 'unnest($subjectHashes::bytea[]) as s(subject_hash)',
  }),
);

const findLimitStatement = statement<{ retry_at: Date | null }, Prompt & { now: Date }>(
  'quick repayment: find prompt limit',
  `select max(${limitOfUsesEndsAt({
    kind: REPAY_PROMPT,
    subjectHash: 's.subject_hash',
    now: '$now',
    uses: PROMPTS_PER_HOUR,
    window: '1 hour',
    exceptUse: '$attemptId',
  })}) as retry_at from unnest($subjectHashes::bytea[]) as s(subject_hash)`,
);

const releasePromptStatement = statement<never, Prompt>(
  'quick repayment: release prompt',
  deleteUse({ kind: REPAY_PROMPT, subjectHashes: '$subjectHashes', useId: '$attemptId' }),
);

/**
 * Counts a prompt before it is asked for, so that simultaneous prompts count each other. Two that reach the limit
 * together may both be refused, but never is one too many sent. Two statements, because the second has to see what
 * others have counted since the first. Returns when to try again, or undefined when the prompt may be asked for.
 */
export async function claimPrompt(
  db: Database,
  { nowMs, ...prompt }: Prompt & { nowMs: number },
): Promise<Date | undefined> {
  const now = toDate(nowMs);
  await db.rows(claimPromptStatement, { ...prompt, now });
  const limit = await db.row(findLimitStatement, { ...prompt, now });
  return limit!.retry_at ?? undefined;
}

/** A payment that sent no prompt does not count. */
export async function releasePrompt(db: Database, { subjectHashes, attemptId }: Prompt): Promise<void> {
  await db.rows(releasePromptStatement, { subjectHashes, attemptId });
}
