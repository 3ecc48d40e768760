import { availableParallelism, loadavg } from 'node:os';
import { staffActor } from '../apps/server/src/book/actor.ts';
import { seededRandom } from '../apps/server/src/demo-year/seeded-random.ts';
import { openCard } from '../apps/server/src/people/card/card-readings.ts';
import { compareBook } from '../apps/server/src/people/screening/comparison.ts';
import { importList } from '../apps/server/src/people/screening/import-list.ts';
import { keepLists } from '../apps/server/src/people/screening/lists.ts';
import { openFinding } from '../apps/server/src/people/screening/screen.ts';
import { type Database, openDatabase, statement } from '../apps/server/src/platform/database.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import { openBenchDatabase } from './bench-database.ts';
import { inColumns } from './figures.ts';
import { atLeast, atMost } from './judged.ts';
import {
  type BenchPerson,
  inventedBorrower,
  inventedEntry,
  PLANTED_KINDS,
  type PlantedKind,
  plantedEntry,
} from './planted-hits.ts';

/*
 * How long the comparison of the whole book with a list takes, and whether it finds who is on it: `npm run
 * bench:screening`. Borrowers and listed people are invented. Some borrowers are put on the list, each in another
 * spelling of the name. Settings, from the environment:
 *
 *   BORROWERS   how many borrowers (10000)
 *   LISTED      how many other listed people (1000, as the United Nations' list has)
 *   SEED        the seed of the names
 */

const BORROWERS = Number(process.env.BORROWERS ?? 10_000);
const LISTED = Number(process.env.LISTED ?? 1_000);
const SEED = Number(process.env.SEED ?? 1);
const PLANTED_OF_A_KIND = 25;
const ROWS_AT_ONCE = 5_000;
const MOST_SECONDS_OF_10000 = 60;
const MOST_MEMORY_MB = 700;
/** Of 10,000 borrowers, how many who are not on the list a person has to look at. */
const MOST_FALSE_OF_10000 = 100;

const insertStatement = statement<never, { borrowerIds: number[]; mobiles: Buffer[]; identities: Buffer[] }>(
  'bench: insert borrowers with identities',
  `with inserted as (
     insert into borrower (borrower_id, mobile_sealed, registered_at, registered_on, registered_channel)
     overriding system value
     select borrower_id, mobile, now(), current_date, 'bench'
     from unnest($borrowerIds::bigint[], $mobiles::bytea[]) as b(borrower_id, mobile)
   )
   insert into borrower_identity (borrower_id, identity_sealed, confirmed_at)
   select * , now() from unnest($borrowerIds::bigint[], $identities::bytea[]) as i(borrower_id, identity)`,
);
const readHitsStatement = statement<{ borrower_id: number; hit_id: number; finding_sealed: Buffer }>(
  'bench: read hits',
  'select borrower_id, hit_id, finding_sealed from screening_hit',
);

async function insertBorrowers(
  db: Database,
  sealing: Sealing,
  people: readonly BenchPerson[],
): Promise<void> {
  for (let from = 0; from < people.length; from += ROWS_AT_ONCE) {
    const some = people.slice(from, from + ROWS_AT_ONCE);
    const ids = some.map((_, at) => from + at + 1);
    await db.rows(insertStatement, {
      borrowerIds: ids,
      mobiles: ids.map((id) => sealing.seal('borrower.mobile_sealed', { borrower_id: id }, '0961000000')),
      identities: some.map((person, at) =>
        sealing.seal(
          'borrower_identity.identity_sealed',
          { borrower_id: ids[at]! },
          JSON.stringify({ idNumber: '123456/10/1', ...person, gender: 'F' }),
        ),
      ),
    });
  }
}

async function measure<Result>(work: () => Promise<Result>) {
  let mostMemoryBytes = 0;
  const watch = setInterval(() => {
    mostMemoryBytes = Math.max(mostMemoryBytes, process.memoryUsage().rss);
  }, 200);
  const startedAt = performance.now();
  const result = await work().finally(() => clearInterval(watch));
  return { result, seconds: (performance.now() - startedAt) / 1000, mostMemoryBytes };
}

/** How many planted hits of each kind were found, and how many hits were not planted. */
async function countFound(db: Database, sealing: Sealing, planted: ReadonlyMap<string, PlantedKind>) {
  const found = new Map<PlantedKind, number>();
  let wrong = 0;
  for (const row of await db.rows(readHitsStatement, {})) {
    const { reference } = openFinding(sealing, row, row.finding_sealed);
    const kind = planted.get(`${row.borrower_id} ${reference}`);
    if (kind === undefined) wrong += 1;
    else found.set(kind, (found.get(kind) ?? 0) + 1);
  }
  return { found, wrong };
}

const random = seededRandom(SEED);
const people = Array.from({ length: BORROWERS }, () => inventedBorrower(random));
const planted = new Map<string, PlantedKind>();
const entries = Array.from({ length: LISTED }, (_, at) => inventedEntry(random, `B${at}`));
for (const [at, kind] of PLANTED_KINDS.entries()) {
  for (let number = 0; number < PLANTED_OF_A_KIND; number += 1) {
    const borrowerId = 1 + (((at * PLANTED_OF_A_KIND + number) * 37) % BORROWERS);
    const reference = `P${at}-${number}`;
    planted.set(`${borrowerId} ${reference}`, kind);
    entries.push(plantedEntry(random, kind, people[borrowerId - 1]!, reference));
  }
}

/** Imports the list and compares every borrower with it. */
async function importAndCompare(db: Database, sealing: Sealing, label: string) {
  const imported = await importList(db, {
    ...{ listKind: 'un', list: { label, entries }, digest: label },
    ...{ importedBy: staffActor('bench'), now: new Date(), isOlderTaken: true },
  });
  if (!imported.ok) throw new Error(imported.refusal);
  const lists = await keepLists(db)();
  const onBatch = (borrowers: number) =>
    void (borrowers % 5_000 === 0 && process.stderr.write(`${borrowers}\n`));
  return measure(() => compareBook({ db, sealing, openCard }, { lists, now: new Date(), onBatch }));
}

const database = await openBenchDatabase();
const db = openDatabase({ url: database.url });
try {
  await insertBorrowers(db, database.sealing, people);
  const first = await importAndCompare(db, database.sealing, 'the first import');
  const second = await importAndCompare(db, database.sealing, 'the second import');
  console.log(`${second.result.borrowers} borrowers, ${entries.length} listed people`);
  const { found, wrong } = await countFound(db, database.sealing, planted);
  console.log(
    inColumns(PLANTED_KINDS.map((kind) => [kind, `${found.get(kind) ?? 0} of ${PLANTED_OF_A_KIND} found`])),
  );
  const tenThousands = BORROWERS / 10_000;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const judged = [
    atMost('first import', first.seconds, MOST_SECONDS_OF_10000 * tenThousands, seconds),
    atMost('second import', second.seconds, MOST_SECONDS_OF_10000 * tenThousands, seconds),
    atMost('memory', second.mostMemoryBytes / 1e6, MOST_MEMORY_MB, (value) => `${value.toFixed(0)} MB`),
    atMost('false hits', wrong, MOST_FALSE_OF_10000 * tenThousands, (value) => value.toFixed(0)),
    atLeast(
      'planted hits found',
      [...found.values()].reduce((sum, count) => sum + count, 0),
      planted.size,
    ),
  ];
  console.log(`load average ${loadavg()[0]!.toFixed(1)}, ${availableParallelism()} cores`);
  console.log(inColumns(judged.map(({ what, measured, bar }) => [what, measured, bar])));
  if (judged.some(({ isReached }) => !isReached)) process.exitCode = 1;
} finally {
  await db.close();
  await database.stop();
}
