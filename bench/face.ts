import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FACE_RULES, faceVerdict, similarityToCard } from '@thumba/identity/face-verdict';
import { GESTURES, type Gesture } from '@thumba/identity/gesture';
import sharp from 'sharp';
import type { FacePictures, MeasuredPictures } from '../apps/server/src/people/face/face-engine.ts';
import { createFaceWorker } from '../apps/server/src/people/face/face-worker.ts';
import { FACE_BYTES, lengthsOf } from '../apps/server/src/people/face/similar-faces.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { CARD_LAYOUTS } from '../apps/server/src/simulator/card-layouts.ts';
import { drawCardFront } from '../apps/server/src/simulator/sample-card.ts';
import { timeChecksOverHttp } from './face-over-http.ts';
import { inColumns, percentile } from './figures.ts';
import { atMost, type Judged, milliseconds } from './judged.ts';

/*
 * How faces are matched: `npm run bench:face`. Settings, from the environment:
 *
 *   CHECKS     how many checks after the other, of the engine alone and over HTTP (20)
 *   AT_ONCE    how many borrowers send their pictures at once (20)
 *   REQUESTS   how many short requests are timed, alone and beside those checks (400)
 *   KNOWN      with how many faces one is compared (100000)
 */

const CHECKS = Number(process.env.CHECKS ?? 20);
const AT_ONCE = Number(process.env.AT_ONCE ?? 20);
const REQUESTS = Number(process.env.REQUESTS ?? 400);
const KNOWN = Number(process.env.KNOWN ?? 100_000);
const PORTRAITS = path.join(import.meta.dirname, '../apps/server/src/simulator/portraits');
const PEOPLE = ['a', 'c', 'd'] as const;
const CARDS = ['a', 'b', 'c', 'd'] as const;
const COMPARE_WITHIN_MS = 200;
const CHECK_WITHIN_MS = 3_000;

/*
 * How many of 100 applications go to a person because of the face, and for how long. Nothing at hand measures it: these
 * are assumptions, to be replaced by a lender's own counts.
 */
const ASSUMED = { withoutCamera: 12, inDoubt: 10, afterLastTry: 6, minutesEach: 3 };

const engine = createFaceWorker(createLog({ level: 'silent', service: 'bench' }), { timeoutMs: 120_000 });
const judged: Judged[] = [];
const picture = (name: string) => readFile(path.join(PORTRAITS, name));

async function cardOf(person: string, layout = CARD_LAYOUTS[0]!): Promise<Buffer> {
  const portrait = await picture(`${person}-portrait.jpg`);
  const details = {
    idNumber: '123456/10/1',
    firstName: 'Chanda',
    lastName: 'Mwila',
    birthDate: '1990-02-03',
  };
  return drawCardFront(
    { ...details, gender: 'F', district: 'Lusaka', village: 'Kabwata' },
    { layout, portrait },
  );
}

async function framesOf(person: string): Promise<Record<Gesture, Buffer[]>> {
  const of = (gesture: Gesture) =>
    Promise.all([1, 2, 3].map((n) => picture(`${person}/${gesture}-${n}.jpg`)));
  return { left: await of('left'), right: await of('right'), nod: await of('nod') };
}

async function measure(pictures: FacePictures): Promise<MeasuredPictures> {
  const measured = await engine.measure('bench', async () => pictures);
  if (measured.kind !== 'measured') throw new Error(measured.kind);
  return measured.pictures;
}

function verdictOf(pictures: MeasuredPictures): string {
  const verdict = faceVerdict({
    ...pictures,
    isLate: false,
    isFrameSeenBefore: false,
    isOutOfOrder: false,
    isLastTry: false,
  });
  return 'reason' in verdict ? `${verdict.outcome}: ${verdict.reason}` : verdict.outcome;
}

/** Each person of whom there are movements, against each card in each layout. */
async function matchEveryPair(): Promise<void> {
  let falseAccepts = 0;
  let falseRejects = 0;
  let referrals = 0;
  const rows = [['selfie', 'card', 'layout', 'alike', 'verdict']];
  for (const person of PEOPLE) {
    const selfie = await picture(person === 'a' ? 'a-selfie.jpg' : `${person}/facing.jpg`);
    const frames = await framesOf(person);
    for (const other of CARDS) {
      for (const [place, layout] of CARD_LAYOUTS.entries()) {
        const pictures = await measure({ selfie, card: await cardOf(other, layout), frames });
        const verdict = verdictOf(pictures);
        if (verdict === 'pass' && other !== person) falseAccepts += 1;
        if (verdict.startsWith('again') && other === person) falseRejects += 1;
        if (verdict.startsWith('refer')) referrals += 1;
        rows.push([person, other, String(place + 1), similarityToCard(pictures)?.toFixed(2) ?? '-', verdict]);
      }
    }
  }
  console.log(inColumns(rows));
  const strangers = PEOPLE.length * (CARDS.length - 1) * CARD_LAYOUTS.length;
  const same = PEOPLE.length * CARD_LAYOUTS.length;
  console.log(
    `\nfalse accepts ${falseAccepts} of ${strangers}, false rejects ${falseRejects} of ${same}, referred ${referrals}\n`,
  );
  judged.push(
    atMost('false accepts', falseAccepts, 0, String),
    atMost('false rejects', falseRejects, 0, String),
  );
}

/** A print that is moved, tilted and squeezed before the camera: the head in it does not turn. */
async function framesOfPrint(person: string): Promise<Record<Gesture, Buffer[]>> {
  const print = await picture(`${person}-portrait.jpg`);
  const held = (width: number, angle: number) =>
    sharp(print)
      .resize({ width, height: 480, fit: 'fill' })
      .rotate(angle, { background: 'grey' })
      .jpeg()
      .toBuffer();
  return {
    left: [await held(430, -3), await held(360, -5), await held(330, -6)],
    right: [await held(430, 3), await held(360, 5), await held(330, 6)],
    nod: [await held(480, 0), await held(470, 1), await held(480, 2)],
  };
}

async function tellMistakesApart(): Promise<void> {
  const [card, selfie, frames] = [await cardOf('a'), await picture('a-selfie.jpg'), await framesOf('a')];
  const wall = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#998877' } })
    .jpeg()
    .toBuffer();
  const two = await sharp(await picture('a/facing.jpg'))
    .extend({ right: 480, background: 'white' })
    .composite([{ input: await picture('c/facing.jpg'), left: 480, top: 0 }])
    .jpeg()
    .toBuffer();
  const cases: [string, Partial<FacePictures>, string][] = [
    ['no face', { selfie: wall }, 'again: no_face'],
    ['two faces', { selfie: two }, 'again: two_faces'],
    ['turned away', { selfie: await picture('b-portrait.jpg') }, 'again: turned_away'],
    ['a print of the card’s person', { frames: await framesOfPrint('a') }, 'again: gesture_missing'],
    ['a print of a man', { frames: await framesOfPrint('c') }, 'again: gesture_missing'],
    ['movements of another person', { frames: await framesOf('c') }, 'again: not_one_person'],
    ['a card without a portrait', { card: wall }, 'refer: card_without_face'],
    ['no camera', { frames: null }, 'refer: still_picture'],
  ];
  const rows = [['picture', 'verdict']];
  for (const [what, change, expected] of cases) {
    const pictures = await measure({ card, selfie, frames, ...change });
    const verdict = verdictOf(pictures);
    rows.push([what, verdict]);
    judged.push({ what, measured: verdict, bar: expected, isReached: verdict === expected });
  }
  console.log(`${inColumns(rows)}\n`);
}

async function timeChecks(): Promise<void> {
  const [card, selfie, frames] = [await cardOf('a'), await picture('a-selfie.jpg'), await framesOf('a')];
  const sent = { left: frames.left.slice(0, 2), right: frames.right.slice(0, 2), nod: frames.nod };
  const took: number[] = [];
  const cpuBefore = process.cpuUsage();
  let mostBytes = 0;
  for (let check = 0; check < CHECKS; check += 1) {
    const beganAt = performance.now();
    await measure({ selfie, card, frames: sent });
    took.push(performance.now() - beganAt);
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const processorMs = (user + system) / 1000 / CHECKS;
  const count = 2 + GESTURES.reduce((sum, gesture) => sum + sent[gesture].length, 0);
  console.log(
    `${CHECKS} checks of ${count} pictures: p50 ${milliseconds(percentile(took, 0.5))}, p95 ${milliseconds(percentile(took, 0.95))}, ${milliseconds(processorMs)} of a processor each, memory of this process ${(mostBytes / 1e6).toFixed(0)} MB\n`,
  );
  judged.push(atMost('p95 of the engine alone', percentile(took, 0.95), CHECK_WITHIN_MS, milliseconds));
}

/** Faces like those of strangers: each other number of a real face is that of another person, in another order. */
async function compareWithKnown(): Promise<void> {
  const { selfie, card } = await measure({
    selfie: await picture('a-selfie.jpg'),
    card: await picture('c-portrait.jpg'),
    frames: null,
  });
  const toBytes = (numbers: ArrayLike<number>) => Int8Array.from(numbers, (n) => Math.round(n * 500));
  const face = toBytes(selfie.faces[0]!.embedding);
  const stranger = toBytes(card.faces[0]!.embedding);
  const faces = new SharedArrayBuffer(KNOWN * FACE_BYTES);
  const rests = new SharedArrayBuffer(KNOWN * 8);
  const [all, lengths] = [new Int8Array(faces), new Float32Array(rests)];
  for (let index = 0; index < KNOWN; index += 1) {
    const start = index * FACE_BYTES;
    for (let at = 0; at < FACE_BYTES; at += 1) {
      all[start + at] = (at + index) % 3 === 0 ? face[at]! : stranger[(at + index) % FACE_BYTES]!;
    }
    const length = lengthsOf(all, start);
    lengths.set([length.rest, length.all], index * 2);
  }
  const took: number[] = [];
  const cpuBefore = process.cpuUsage();
  for (let turn = 0; turn < 10; turn += 1) {
    const beganAt = performance.now();
    await engine.findSimilar({ faces, rests, count: KNOWN }, face, FACE_RULES.duplicateFrom);
    took.push(performance.now() - beganAt);
  }
  const middle = percentile(took, 0.5);
  const processorMs = process.cpuUsage(cpuBefore).user / 1000 / took.length;
  console.log(
    `one face compared with ${KNOWN}: p50 ${milliseconds(middle)}, ${milliseconds(processorMs)} of a processor, ${(KNOWN * FACE_BYTES) / 1e6} MB\n`,
  );
  judged.push(atMost(`one face with ${KNOWN}`, middle, COMPARE_WITHIN_MS, milliseconds));
}

function estimateReferrals(): void {
  const { withoutCamera, inDoubt, afterLastTry, minutesEach } = ASSUMED;
  const referred = withoutCamera + inDoubt + afterLastTry;
  console.log(
    `assumed of 100 applications: ${withoutCamera} without a camera, ${inDoubt} in doubt (old portraits), ${afterLastTry} after the last try; ${referred} referrals of ${minutesEach} minutes: ${referred * minutesEach} minutes of an officer\n`,
  );
}

try {
  await matchEveryPair();
  await tellMistakesApart();
  await timeChecks();
  await compareWithKnown();
  estimateReferrals();
} finally {
  await engine.close();
}
// The server has a worker of its own: the one of this process has ended.
judged.push(...(await timeChecksOverHttp({ checks: CHECKS, atOnce: AT_ONCE, requests: REQUESTS })));
console.log(
  inColumns(judged.map(({ what, measured, bar, isReached }) => [isReached ? '✓' : '✗', what, measured, bar])),
);
process.exitCode = judged.every(({ isReached }) => isReached) ? 0 : 1;
