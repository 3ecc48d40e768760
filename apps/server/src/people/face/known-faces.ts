import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { FaceEngine } from './face-engine.ts';
import { FACE_BYTES, lengthsOf } from './similar-faces.ts';

const AT_ONCE = 500;
/** Rows that were written at the same moment become visible in any order, so the last ones are read again. */
const READ_AGAIN = 200;
const FIRST_ROOM = 4_096;

export type SimilarBorrower = { borrowerId: number; similarity: number };

export type KnownFacesOfBorrowers = {
  /** The borrowers whose face is at least so much like this one, the most similar first. */
  findSimilar(face: Int8Array, from: number): Promise<SimilarBorrower[]>;
};

type EmbeddingRow = { borrower_id: number; embedding_id: number; embedding_sealed: Buffer };

const readStatement = statement<EmbeddingRow, { model: string; after: number }>(
  'face: read embeddings',
  `select borrower_id, embedding_id, embedding_sealed from face_embedding
   where embedding_id > $after::bigint and model = $model order by embedding_id limit ${AT_ONCE}`,
);

/**
 * The faces of all borrowers, opened in memory. They are read with the first comparison, and from then on only what is
 * new. A face whose row is gone may still be found here: who writes a find looks whether the row still stands.
 */
export function openKnownFaces(
  { db, sealing }: { db: Database; sealing: Sealing },
  engine: Pick<FaceEngine, 'model' | 'findSimilar'>,
): KnownFacesOfBorrowers {
  const borrowerIds: number[] = [];
  const indexOf = new Map<number, number>();
  let faces = new SharedArrayBuffer(FIRST_ROOM * FACE_BYTES);
  let rests = new SharedArrayBuffer(FIRST_ROOM * 8);
  let lastId = 0;
  let reading: Promise<void> = Promise.resolve();

  function makeRoom(): void {
    const room = borrowerIds.length * 2 + FIRST_ROOM;
    const moreFaces = new SharedArrayBuffer(room * FACE_BYTES);
    new Int8Array(moreFaces).set(new Int8Array(faces));
    const moreRests = new SharedArrayBuffer(room * 8);
    new Float32Array(moreRests).set(new Float32Array(rests));
    faces = moreFaces;
    rests = moreRests;
  }

  function keep({ borrower_id, embedding_sealed }: EmbeddingRow): void {
    const place = { borrower_id };
    const opened = sealing.open('face_embedding.embedding_sealed', place, embedding_sealed);
    const face = new Int8Array(Buffer.from(opened, 'base64'));
    const index = indexOf.get(borrower_id) ?? borrowerIds.length;
    if (index * FACE_BYTES >= faces.byteLength) makeRoom();
    new Int8Array(faces).set(face, index * FACE_BYTES);
    const { rest, all } = lengthsOf(face);
    new Float32Array(rests).set([rest, all], index * 2);
    borrowerIds[index] = borrower_id;
    indexOf.set(borrower_id, index);
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

  return {
    async findSimilar(face, from) {
      reading = reading.then(readNew, readNew);
      await reading;
      const count = borrowerIds.length;
      const found = await engine.findSimilar({ faces, rests, count }, face, from);
      return found.map(({ index, similarity }) => ({ borrowerId: borrowerIds[index]!, similarity }));
    },
  };
}
