import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CardFieldName } from '@thumba/identity/card-layout';
import { LEAST_CONFIDENCE } from '@thumba/identity/card-picture';
import { inventedPerson } from '../apps/server/src/demo-year/invented-people.ts';
import { seededRandom } from '../apps/server/src/demo-year/seeded-random.ts';
import { createDraw } from '../apps/server/src/people/authentication/drawing-process.ts';
import type { CardReading } from '../apps/server/src/people/card/card-reader.ts';
import { createCardReader, startReadingProgram } from '../apps/server/src/people/card/reading-process.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { CARD_LAYOUTS, type CardPerson } from '../apps/server/src/simulator/card-layouts.ts';
import { drawCardFront } from '../apps/server/src/simulator/sample-card.ts';
import { type Difficulty, photograph } from './card-photograph.ts';
import { inColumns, percentile } from './figures.ts';

/*
 * How well cards are read: `npm run bench:ocr`. The program draws cards of invented people, takes them as a phone would,
 * and sends each picture the way of an upload: drawn anew, then read in the reading process. Settings, from the
 * environment:
 *
 *   CARDS   how many cards (600), a third each clean, mild and hard
 *   SEED    the first seed; the card with the number n has the seed SEED + n
 *
 * With the argument `tune` it takes other seeds and prints what each threshold would give. The threshold is chosen there
 * and judged here.
 */

const IS_TUNING = process.argv.includes('tune');
const CARDS = Number(process.env.CARDS ?? 600);
const SEED = Number(process.env.SEED ?? (IS_TUNING ? 7_000_000 : 1_000_000));
const DIFFICULTIES: readonly Difficulty[] = ['clean', 'mild', 'hard'];
const LEAST_RIGHT: Readonly<Record<Difficulty, number>> = { clean: 0.98, mild: 0.9, hard: 0.6 };
const MOST_WRONG = 0.005;
const FIELDS: readonly CardFieldName[] = [
  'idNumber',
  'lastName',
  'firstName',
  'birthDate',
  'gender',
  'village',
  'district',
];
const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98];

type Read = { seed: number; difficulty: Difficulty; person: CardPerson; reading: CardReading; ms: number };

const log = createLog({ level: 'silent', service: 'bench' });
let child: ChildProcess | undefined;
const reader = createCardReader(log, { timeoutMs: 120_000 }, (ended) => {
  child = startReadingProgram(ended);
  return child;
});
const draw = createDraw(log, { maxMegapixels: 20, timeoutMs: 120_000 });
const PORTRAITS = ['a', 'b'].map((name) =>
  readFileSync(path.join(import.meta.dirname, `../apps/server/src/simulator/portraits/${name}-portrait.jpg`)),
);

async function readOne(place: number): Promise<Read> {
  const random = seededRandom(SEED + place);
  const person = inventedPerson(random);
  const difficulty = DIFFICULTIES[place % DIFFICULTIES.length]!;
  const card = await drawCardFront(person, {
    layout: random.pick(CARD_LAYOUTS),
    portrait: random.pick(PORTRAITS),
  });
  const uploaded = await draw(await photograph(card, difficulty, random));
  if (!uploaded.ok) throw new Error(`the picture of card ${place} was refused: ${uploaded.refusal}`);
  const beganAt = performance.now();
  const outcome = await reader.read(async () => ({ front: uploaded.value, back: undefined }));
  if (outcome.kind !== 'read') throw new Error(`card ${place} was not read: ${outcome.kind}`);
  return {
    seed: SEED + place,
    difficulty,
    person,
    reading: outcome.reading,
    ms: performance.now() - beganAt,
  };
}

type Counts = { right: number; wrong: number; empty: number };

function countsOf(reads: readonly Read[], field: CardFieldName, threshold: number): Counts {
  const counts = { right: 0, wrong: 0, empty: 0 };
  for (const { person, reading } of reads) {
    const found = reading.fields[field];
    if (!found || found.confidence < threshold) counts.empty += 1;
    else if (found.text.toLowerCase() === person[field].toLowerCase()) counts.right += 1;
    else counts.wrong += 1;
  }
  return counts;
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

function printFields(reads: readonly Read[]): void {
  const rows = DIFFICULTIES.flatMap((difficulty) => {
    const ofThese = reads.filter((read) => read.difficulty === difficulty);
    return FIELDS.map((field) => {
      const { right, wrong, empty } = countsOf(ofThese, field, LEAST_CONFIDENCE);
      return [difficulty, field, ...[right, wrong, empty].map((count) => percent(count, ofThese.length))];
    });
  });
  console.log(inColumns([['cards', 'field', 'right', 'wrong', 'empty'], ...rows]));
}

/** Every wrong field above the threshold, with the seed that draws its card again. */
function printWrong(reads: readonly Read[]): void {
  for (const { seed, difficulty, person, reading } of reads) {
    for (const field of FIELDS) {
      const found = reading.fields[field];
      if (!found || found.confidence < LEAST_CONFIDENCE) continue;
      if (found.text.toLowerCase() === person[field].toLowerCase()) continue;
      console.log(`wrong: seed ${seed}, ${difficulty}, ${field}: ${person[field]} was read as ${found.text}`);
    }
  }
}

function printThresholds(reads: readonly Read[]): void {
  const rows = THRESHOLDS.map((threshold) => {
    const right = DIFFICULTIES.map((difficulty) => {
      const ofThese = reads.filter((read) => read.difficulty === difficulty);
      return percent(countsOf(ofThese, 'idNumber', threshold).right, ofThese.length);
    });
    const wrong = FIELDS.map((field) => String(countsOf(reads, field, threshold).wrong));
    return [String(threshold), ...right, ...wrong];
  });
  const wrongs = FIELDS.map((field) => `wrong ${field}`);
  console.log(
    inColumns([['threshold', ...DIFFICULTIES.map((name) => `number ${name}`), ...wrongs], ...rows]),
  );
}

function judge(reads: readonly Read[]): boolean {
  const rightEnough = DIFFICULTIES.map((difficulty) => {
    const ofThese = reads.filter((read) => read.difficulty === difficulty);
    const share = countsOf(ofThese, 'idNumber', LEAST_CONFIDENCE).right / ofThese.length;
    const isReached = share >= LEAST_RIGHT[difficulty];
    console.log(
      `${isReached ? 'reached' : 'MISSED '}  ${difficulty}: number right ${percent(share, 1)}, at least ${percent(LEAST_RIGHT[difficulty], 1)}`,
    );
    return isReached;
  });
  const wrong = countsOf(reads, 'idNumber', LEAST_CONFIDENCE).wrong / reads.length;
  const isReached = wrong < MOST_WRONG;
  console.log(
    `${isReached ? 'reached' : 'MISSED '}  all: a wrong number above the threshold ${LEAST_CONFIDENCE} in ${percent(wrong, 1)}, less than ${percent(MOST_WRONG, 1)}`,
  );
  return rightEnough.every(Boolean) && isReached;
}

/** The most memory that the reading process used. Linux tells it; elsewhere it is not known. */
function mostMemory(): string {
  try {
    const status = readFileSync(`/proc/${child?.pid}/status`, 'utf8');
    const kilobytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]);
    return `${(kilobytes / 1000).toFixed(0)} MB`;
  } catch {
    return 'not known';
  }
}

console.log(
  `${CARDS} cards, seeds ${SEED} to ${SEED + CARDS - 1}, ${IS_TUNING ? 'to choose the threshold' : 'judged'}`,
);
const reads: Read[] = [];
for (let place = 0; place < CARDS; place += 1) {
  reads.push(await readOne(place));
  if (reads.length % 100 === 0) console.log(`${reads.length} read`);
}
const times = reads.map((read) => read.ms);
console.log(
  `reading: p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms; most memory of the reading process ${mostMemory()}`,
);
printWrong(reads);
if (IS_TUNING) printThresholds(reads);
else {
  printFields(reads);
  if (!judge(reads)) process.exitCode = 1;
}
child?.kill('SIGKILL');
