import { randomUUID } from 'node:crypto';
import { type Database, statement } from '../../platform/database.ts';
import { deleteUse, insertUses, limitOfUsesEndsAt } from '../../platform/limit.ts';
import type { Sealing } from '../../platform/sealing.ts';

const CARD_READING = 'card_reading';
/** A borrower who takes both sides again and again is under this. */
const READINGS_PER_HOUR = 20;

type Use = { subjectHash: Buffer; useId: string };

const admitStatement = statement<{ retry_at: Date | null }, Use & { now: Date }>(
  'card: admit reading',
  `with reached as (
     select ${limitOfUsesEndsAt({
       kind: CARD_READING,
       subjectHash: '$subjectHash',
       now: '$now',
       uses: READINGS_PER_HOUR,
       window: '1 hour',
     })} as retry_at
   ),
   counted as (
     ${insertUses({
       kind: CARD_READING,
       subjectHash: '$subjectHash',
       usedAt: '$now',
       useId: '$useId',
       window: '1 hour',
       from: 'reached where retry_at is null',
     })}
   )
   select retry_at from reached`,
);

const forgetStatement = statement<never, Use>(
  'card: forget reading',
  deleteUse({ kind: CARD_READING, subjectHashes: 'array[$subjectHash::bytea]', useId: '$useId' }),
);

export type AdmittedReading =
  | { kind: 'admitted'; forget: () => Promise<void> }
  | { kind: 'too_often'; retryAt: Date };

/** Counts a reading of the borrower. One for which the reader had no place is forgotten again. */
export async function admitReading(
  { db, sealing }: { db: Database; sealing: Sealing },
  { borrowerId, now }: { borrowerId: number; now: Date },
): Promise<AdmittedReading> {
  const use = { subjectHash: sealing.lookupHash('card_reading', String(borrowerId)), useId: randomUUID() };
  const { retry_at } = (await db.row(admitStatement, { ...use, now }))!;
  if (retry_at) return { kind: 'too_often', retryAt: retry_at };
  return { kind: 'admitted', forget: async () => void (await db.rows(forgetStatement, use)) };
}
