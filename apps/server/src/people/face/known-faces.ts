import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { FaceEngine } from './face-engine.ts';
import { openFaceMemory } from './face-memory.ts';

const AT_ONCE = 500;
/** An earlier version that still runs writes rows that become visible in any order, so the last ones are read again. */
const READ_AGAIN = 200;

export type SimilarBorrower = { borrowerId: number; similarity: number };

/** What a comparison found, and the newest face that it saw. */
export type Compared = { similar: SimilarBorrower[]; newestEmbeddingId: number };

const IDS_AT_ONCE = 10_000;

export type KnownFacesOfBorrowers = {
  /** The borrowers whose face is at least so much like this one, the most similar first. */
  findSimilar(face: Int8Array, from: number): Promise<Compared>;
  /** Overwrites the faces whose rows are gone. Each comparison does it too. */
  forgetGone(): Promise<void>;
  /** The borrowers whose faces are in memory. */
  borrowerIds(): number[];
};

type EmbeddingRow = { borrower_id: number; embedding_id: number; embedding_sealed: Buffer };

const readStatement = statement<EmbeddingRow, { model: string; after: number }>(
  'face: read embeddings',
  `select borrower_id, embedding_id, embedding_sealed from face_embedding
   where embedding_id > $after::bigint and model = $model order by embedding_id limit ${AT_ONCE}`,
);

const countStatement = statement<{ count: number }>(
  'face: count embeddings',
  'select count(*)::integer as count from face_embedding',
);

const readIdsStatement = statement<{ borrower_id: number }, { after: number }>(
  'face: read borrowers with an embedding',
  `select borrower_id from face_embedding where borrower_id > $after::bigint order by borrower_id limit ${IDS_AT_ONCE}`,
);

/**
 * The faces of all borrowers, opened in memory. They are read with the first comparison, and from then on only what is
 * new. A face whose row is gone is overwritten by the next comparison, or the next time that the server looks for such.
 * A row can go during a comparison: who writes a find looks whether it still stands.
 */
export function openKnownFaces(
  { db, sealing }: { db: Database; sealing: Sealing },
  engine: Pick<FaceEngine, 'model' | 'findSimilar'>,
): KnownFacesOfBorrowers {
  const memory = openFaceMemory();
  let lastId = 0;
  let reading: Promise<void> = Promise.resolve();

  function keep({ borrower_id, embedding_sealed }: EmbeddingRow): void {
    const place = { borrower_id };
    const opened = sealing.open('face_embedding.embedding_sealed', place, embedding_sealed);
    memory.keep(borrower_id, new Int8Array(Buffer.from(opened, 'base64')));
  }

  async function readNew(): Promise<void> {
    let after = Math.max(0, lastId - READ_AGAIN);
    for (;;) {
      const rows = await db.rows(readStatement, { model: engine.model, after });
      for (const row of rows) keep(row);
      after = rows.at(-1)?.embedding_id ?? after;
      lastId = Math.max(lastId, after);
      if (rows.length < AT_ONCE) return;
    }
  }

  async function forgetGone(): Promise<void> {
    if (memory.size() === 0) return;
    const { count } = (await db.row(countStatement, {}))!;
    if (count !== memory.size()) memory.keepOnly(await readIds(db));
  }

  /** One after the other, so that nothing that was just read counts as gone. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    reading = reading.then(work, work);
    return reading;
  }

  return {
    async findSimilar(face, from) {
      let newestEmbeddingId = 0;
      await inTurn(async () => {
        await readNew();
        newestEmbeddingId = lastId;
        await forgetGone();
      });
      return memory.compare(async (known, borrowerAt) => {
        const found = await engine.findSimilar(known, face, from);
        const similar = found.flatMap(({ index, similarity }) => {
          const borrowerId = borrowerAt(index);
          return borrowerId === null ? [] : [{ borrowerId, similarity }];
        });
        return { similar, newestEmbeddingId };
      });
    },
    forgetGone: () => inTurn(forgetGone),
    borrowerIds: memory.borrowerIds,
  };
}

async function readIds(db: Database): Promise<Set<number>> {
  const ids = new Set<number>();
  for (let after = 0; ; ) {
    const rows = await db.rows(readIdsStatement, { after });
    for (const { borrower_id } of rows) ids.add(borrower_id);
    if (rows.length < IDS_AT_ONCE) return ids;
    after = rows.at(-1)!.borrower_id;
  }
}
