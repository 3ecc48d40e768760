import { type Day, day } from '@thumba/lending/day';
import { importList, keepLists } from '../apps/server/src/people/screening/lists.ts';
import { screenBook } from '../apps/server/src/people/screening/screen.ts';
import { openDatabase, statement } from '../apps/server/src/platform/database.ts';
import { openBenchDatabase } from './bench-database.ts';
import { inColumns } from './figures.ts';
import { atMost } from './judged.ts';

/*
 * How long the comparison of the whole book with a list takes: `npm run bench:screening`. Borrowers and listed people are
 * invented: their names are drawn from a few hundred, as names in a country are, so that many share a part. Settings,
 * from the environment:
 *
 *   BORROWERS   how many borrowers (100000)
 *   LISTED      how many listed people (2000)
 */

const BORROWERS = Number(process.env.BORROWERS ?? 100_000);
const LISTED = Number(process.env.LISTED ?? 2_000);
const ROWS_AT_ONCE = 5_000;
const MOST_MINUTES = 5;
const MOST_MEMORY_MB = 700;

const SYLLABLES = [
  'mu',
  'ba',
  'nda',
  'chi',
  'la',
  'lu',
  'nga',
  'te',
  'mbo',
  'ka',
  'so',
  'wa',
  'nki',
  'phi',
  'ri',
  'zu',
];

/** One of a few hundred names, by its number. */
function nameOf(number: number): string {
  const at = (place: number) => SYLLABLES[(number * (place * 7 + 3) + place * 5) % SYLLABLES.length]!;
  return `${at(1)}${at(2)}${SYLLABLES[Math.trunc(number / SYLLABLES.length) % SYLLABLES.length]}`;
}

function birthOf(number: number): Day {
  return day(
    new Date(Date.UTC(1960 + (number % 45), number % 12, 1 + (number % 28))).toISOString().slice(0, 10),
  );
}

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
const countHitsStatement = statement<{ count: number }>(
  'bench: count hits',
  'select count(*) from screening_hit',
);

const database = await openBenchDatabase();
const db = openDatabase({ url: database.url });
try {
  for (let from = 0; from < BORROWERS; from += ROWS_AT_ONCE) {
    const ids = Array.from({ length: Math.min(ROWS_AT_ONCE, BORROWERS - from) }, (_, at) => from + at + 1);
    await db.rows(insertStatement, {
      borrowerIds: ids,
      mobiles: ids.map((id) =>
        database.sealing.seal('borrower.mobile_sealed', { borrower_id: id }, '0961000000'),
      ),
      identities: ids.map((id) =>
        database.sealing.seal(
          'borrower_identity.identity_sealed',
          { borrower_id: id },
          JSON.stringify({
            idNumber: '123456/10/1',
            firstName: nameOf(id * 31),
            lastName: nameOf(id * 17 + 5),
            birthDate: birthOf(id),
            gender: 'F',
          }),
        ),
      ),
    });
  }
  const entries = Array.from({ length: LISTED }, (_, at) => ({
    reference: `B${at}`,
    names: [
      `${nameOf(at * 13)} ${nameOf(at * 19 + 3)}`,
      `${nameOf(at * 11)} ${nameOf(at * 29)} ${nameOf(at)}`,
    ],
    births: at % 3 === 0 ? [] : [{ from: birthOf(at * 7), to: birthOf(at * 7) }],
  }));
  await importList(db, {
    listKind: 'pep',
    list: { label: 'bench', entries },
    fileBytes: Buffer.from('bench'),
    importedBy: 'staff:bench',
    now: new Date(),
  });
  let mostMemoryBytes = 0;
  const watch = setInterval(() => {
    mostMemoryBytes = Math.max(mostMemoryBytes, process.memoryUsage().rss);
  }, 200);
  const lists = await keepLists(db)();
  const startedAt = performance.now();
  const { borrowers } = await screenBook({ db, sealing: database.sealing }, lists, new Date());
  const minutes = (performance.now() - startedAt) / 60_000;
  clearInterval(watch);
  const { count: hits } = (await db.row(countHitsStatement, {}))!;
  console.log(`${borrowers} borrowers, ${LISTED} listed people, ${hits} hits`);
  const judged = [
    atMost('the whole book', minutes, MOST_MINUTES, (value) => `${(value * 60).toFixed(0)} s`),
    atMost('memory', mostMemoryBytes / 1e6, MOST_MEMORY_MB, (value) => `${value.toFixed(0)} MB`),
  ];
  console.log(inColumns(judged.map(({ what, measured, bar }) => [what, measured, bar])));
  if (judged.some(({ isReached }) => !isReached)) process.exitCode = 1;
} finally {
  await db.close();
  await database.stop();
}
