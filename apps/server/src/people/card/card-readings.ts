import type { ReadIdentity } from '@thumba/identity/card-agreement';
import { isSure } from '@thumba/identity/card-picture';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { CardReading } from './card-reader.ts';

export type CardFiles = { borrowerId: number; frontFileId: string; backFileId: string | undefined };

const keepStatement = statement<
  never,
  { borrowerId: number; frontFileId: string; backFileId: string | null; readingSealed: Buffer; now: Date }
>(
  'card: keep reading',
  `with removed as (
     delete from card_reading r where r.borrower_id = $borrowerId and r.front_file_id <> $frontFileId
       and not exists (select from borrower_identity i
         where i.borrower_id = r.borrower_id and i.front_file_id = r.front_file_id)
   )
   insert into card_reading as r (borrower_id, front_file_id, back_file_id, reading_sealed, read_at)
   values ($borrowerId, $frontFileId, $backFileId, $readingSealed, $now)
   on conflict (borrower_id, front_file_id) do update
     set back_file_id = excluded.back_file_id, reading_sealed = excluded.reading_sealed, read_at = excluded.read_at
     where r.back_file_id is not distinct from excluded.back_file_id or not exists (select from borrower_identity i
       where i.borrower_id = r.borrower_id and i.front_file_id = r.front_file_id)`,
);

/**
 * Keeps the latest reading of a borrower beside that of the confirmed picture. A decision rests on the confirmed one, so
 * that a reading of other pictures does not take its place.
 */
export async function keepReading(
  { db, sealing }: { db: Database; sealing: Sealing },
  { borrowerId, frontFileId, backFileId }: CardFiles,
  reading: CardReading,
  now: Date,
): Promise<void> {
  const place = { borrower_id: borrowerId };
  await db.rows(keepStatement, {
    borrowerId,
    frontFileId,
    backFileId: backFileId ?? null,
    readingSealed: sealing.seal('card_reading.reading_sealed', place, JSON.stringify(reading)),
    now,
  });
}

const findStatement = statement<
  { reading_sealed: Buffer },
  { borrowerId: number; frontFileId: string; backFileId: string | null }
>(
  'card: find reading',
  `select reading_sealed from card_reading
   where borrower_id = $borrowerId and front_file_id = $frontFileId and back_file_id is not distinct from $backFileId`,
);

/** What was read before on the same pictures. */
export async function findReading(
  { db, sealing }: { db: Database; sealing: Sealing },
  { borrowerId, frontFileId, backFileId }: CardFiles,
): Promise<CardReading | undefined> {
  const row = await db.row(findStatement, { borrowerId, frontFileId, backFileId: backFileId ?? null });
  return row && openReading(sealing, borrowerId, row.reading_sealed);
}

export function openReading(sealing: Sealing, borrowerId: number, sealed: Buffer): CardReading {
  return JSON.parse(
    sealing.open('card_reading.reading_sealed', { borrower_id: borrowerId }, sealed),
  ) as CardReading;
}

/** What is believed of a reading that is kept. */
export function openCard(sealing: Sealing, borrowerId: number, sealed: Buffer): ReadIdentity {
  return believed(openReading(sealing, borrowerId, sealed));
}

/** The fields that are believed. The others count as not read. */
export function believed({ fields }: CardReading): ReadIdentity {
  const sure = Object.entries(fields).filter(([, field]) => isSure(field));
  return Object.fromEntries(sure.map(([name, { text }]) => [name, text]));
}
