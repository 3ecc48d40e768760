import type { FoundFace, KnownFaces } from './face-engine.ts';

/** How many numbers a face has. Each is kept as a byte. */
export const FACE_BYTES = 1024;
/** After so many numbers a face that can no longer be similar is left. */
const HEAD = 384;
const MOST_FOUND = 20;

/** The numbers of a face as bytes. The largest one becomes 127, so that faces of every scale keep their precision. */
export function bytesOfFace(embedding: ArrayLike<number>): Int8Array {
  let largest = 0;
  for (let index = 0; index < FACE_BYTES; index += 1)
    largest = Math.max(largest, Math.abs(embedding[index]!));
  const bytes = new Int8Array(FACE_BYTES);
  if (largest === 0) return bytes;
  for (let index = 0; index < FACE_BYTES; index += 1)
    bytes[index] = Math.round((embedding[index]! * 127) / largest);
  return bytes;
}

/** The length of the numbers after the head, and of all. */
export function lengthsOf(face: Int8Array, start = 0): { rest: number; all: number } {
  let head = 0;
  let rest = 0;
  for (let index = start; index < start + HEAD; index += 1) head += face[index]! ** 2;
  for (let index = start + HEAD; index < start + FACE_BYTES; index += 1) rest += face[index]! ** 2;
  return { rest: Math.sqrt(rest), all: Math.sqrt(head + rest) };
}

/**
 * The similar faces, exactly. The product of the heads, and of the lengths of the rests, is at least the product of two
 * faces: where that is too little, the rest is not multiplied. Most faces of other people end there.
 */
export function similarFaces(known: KnownFaces, face: Int8Array, from: number): FoundFace[] {
  const faces = new Int8Array(known.faces);
  const lengths = new Float32Array(known.rests);
  const own = lengthsOf(face);
  const found: FoundFace[] = [];
  for (let index = 0; index < known.count; index += 1) {
    const start = index * FACE_BYTES;
    const rest = lengths[index * 2]!;
    const needed = from * own.all * lengths[index * 2 + 1]!;
    const head = product(faces, face, start, 0, HEAD);
    if (head + own.rest * rest < needed) continue;
    const whole = head + product(faces, face, start, HEAD, FACE_BYTES);
    if (whole >= needed && needed > 0)
      found.push({ index, similarity: whole / (own.all * lengths[index * 2 + 1]!) });
  }
  return found.toSorted((a, b) => b.similarity - a.similarity).slice(0, MOST_FOUND);
}

function product(faces: Int8Array, face: Int8Array, start: number, begin: number, end: number): number {
  let sum = 0;
  for (let index = begin; index < end; index += 4) {
    const at = start + index;
    sum +=
      faces[at]! * face[index]! +
      faces[at + 1]! * face[index + 1]! +
      faces[at + 2]! * face[index + 2]! +
      faces[at + 3]! * face[index + 3]!;
  }
  return sum;
}
