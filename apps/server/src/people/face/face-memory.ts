import type { KnownFaces } from './face-engine.ts';
import { FACE_BYTES, lengthsOf } from './similar-faces.ts';

const FIRST_ROOM = 4_096;

/** Faces of borrowers one after the other, in memory that a worker reads too. */
export function openFaceMemory() {
  /** Null where a face was overwritten. */
  const borrowerIds: (number | null)[] = [];
  /** Places of faces that were overwritten. They are used again while no comparison could take one face for another. */
  const freePlaces: number[] = [];
  const indexOf = new Map<number, number>();
  let faces = new SharedArrayBuffer(FIRST_ROOM * FACE_BYTES);
  let rests = new SharedArrayBuffer(FIRST_ROOM * 8);
  let comparisons = 0;

  function makeRoom(): void {
    const room = borrowerIds.length * 2 + FIRST_ROOM;
    const moreFaces = new SharedArrayBuffer(room * FACE_BYTES);
    new Int8Array(moreFaces).set(new Int8Array(faces));
    const moreRests = new SharedArrayBuffer(room * 8);
    new Float32Array(moreRests).set(new Float32Array(rests));
    faces = moreFaces;
    rests = moreRests;
  }

  function newPlace(): number {
    return (comparisons === 0 ? freePlaces.pop() : undefined) ?? borrowerIds.length;
  }

  return {
    size: () => indexOf.size,
    borrowerIds: () => [...indexOf.keys()],
    keep(borrowerId: number, face: Int8Array): void {
      const index = indexOf.get(borrowerId) ?? newPlace();
      if (index * FACE_BYTES >= faces.byteLength) makeRoom();
      new Int8Array(faces).set(face, index * FACE_BYTES);
      const { rest, all } = lengthsOf(face);
      new Float32Array(rests).set([rest, all], index * 2);
      borrowerIds[index] = borrowerId;
      indexOf.set(borrowerId, index);
    },
    /** Overwrites every face that is not of these borrowers. */
    keepOnly(standing: ReadonlySet<number>): void {
      for (const [borrowerId, index] of indexOf) {
        if (standing.has(borrowerId)) continue;
        new Int8Array(faces).fill(0, index * FACE_BYTES, (index + 1) * FACE_BYTES);
        new Float32Array(rests).fill(0, index * 2, (index + 1) * 2);
        borrowerIds[index] = null;
        indexOf.delete(borrowerId);
        freePlaces.push(index);
      }
    },
    /** Compares with all faces. `borrowerAt` answers whose face a place has, and null where it was overwritten meanwhile. */
    async compare<Found>(
      work: (known: KnownFaces, borrowerAt: (index: number) => number | null) => Promise<Found>,
    ): Promise<Found> {
      comparisons += 1;
      try {
        return await work({ faces, rests, count: borrowerIds.length }, (index) => borrowerIds[index] ?? null);
      } finally {
        comparisons -= 1;
      }
    },
  };
}
