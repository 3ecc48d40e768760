import { expect, test } from 'vitest';
import { bytesOfFace, FACE_BYTES, lengthsOf, similarFaces } from './similar-faces.ts';

/** Numbers as a model gives them: many of them small, none below zero. */
function madeFaces(count: number): Int8Array[] {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () =>
    bytesOfFace(Array.from({ length: FACE_BYTES }, () => Math.max(0, next() - 0.5) ** 2)),
  );
}

function known(faces: readonly Int8Array[]) {
  const all = {
    faces: new SharedArrayBuffer(faces.length * FACE_BYTES),
    rests: new SharedArrayBuffer(faces.length * 8),
  };
  faces.forEach((face, index) => {
    new Int8Array(all.faces).set(face, index * FACE_BYTES);
    const { rest, all: length } = lengthsOf(face);
    new Float32Array(all.rests).set([rest, length], index * 2);
  });
  return { ...all, count: faces.length };
}

const cosine = (a: Int8Array, b: Int8Array) => {
  let product = 0;
  for (let index = 0; index < FACE_BYTES; index += 1) product += a[index]! * b[index]!;
  return product / (lengthsOf(a).all * lengthsOf(b).all);
};

test('finds what a comparison of all numbers finds, the most similar first', () => {
  const faces = madeFaces(60);
  const [one] = faces;
  // Between this face and another one, step by step.
  const mixed = [0.9, 0.7, 0.5, 0.3].map((share) =>
    bytesOfFace(Array.from(one!, (number, index) => number * share + faces[1]![index]! * (1 - share))),
  );
  const all = [...faces, ...mixed];
  for (const from of [0.3, 0.5, 0.8, 0.95]) {
    const expected = all
      .map((face, index) => ({ index, similarity: cosine(one!, face) }))
      .filter(({ similarity }) => similarity >= from)
      .toSorted((a, b) => b.similarity - a.similarity)
      .slice(0, 20);
    const found = similarFaces(known(all), one!, from);
    expect(found.map(({ index }) => index)).toEqual(expected.map(({ index }) => index));
    for (const [place, { similarity }] of found.entries()) {
      expect(similarity).toBeCloseTo(expected[place]!.similarity, 4);
    }
  }
});

test('a face without numbers is like no other', () => {
  const empty = bytesOfFace(new Float32Array(FACE_BYTES));
  expect(
    similarFaces(known([empty, ...madeFaces(2)]), madeFaces(1)[0]!, 0.8).map(({ index }) => index),
  ).toEqual([1]);
  expect(similarFaces(known([empty]), empty, 0.8)).toEqual([]);
});
