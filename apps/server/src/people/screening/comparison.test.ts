import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { openCard } from '../card/card-readings.ts';
import { compareBook, goOnComparing, readComparison } from './comparison.ts';
import { digestOf, importList } from './import-list.ts';
import { keepLists } from './lists.ts';
import { readList } from './read-list.ts';

const BORROWERS = 120;
/** Two whole batches of the server are before this borrower. */
const BREAKS_AT = 110;

let server: AppServer;
let firstId: number;
beforeAll(async () => {
  server = await startAppServer();
  firstId = 5_000;
  for (let at = 0; at < BORROWERS; at += 1) {
    const borrowerId = firstId + at;
    const identity = {
      idNumber: '123456/10/1',
      firstName: 'Wezi',
      lastName: 'Nyirongo',
      birthDate: '1980-05-06',
    };
    const place = { borrower_id: borrowerId };
    const sealed = server.sealing.seal('borrower_identity.identity_sealed', place, JSON.stringify(identity));
    const mobile = server.sealing.seal('borrower.mobile_sealed', place, '0961000000');
    await server.query(
      `with inserted as (
         insert into borrower (borrower_id, mobile_sealed, registered_at, registered_on, registered_channel)
         overriding system value values ($1, $2, now(), current_date, 'test')
       )
       insert into borrower_identity (borrower_id, identity_sealed, confirmed_at) values ($1, $3, now())`,
      [borrowerId, mobile, sealed],
    );
  }
});
afterAll(() => server.stop());

const depsOf = ({ db, sealing }: AppServer) => ({ db, sealing, openCard });
const now = () => new Date(server.clock.nowMs());

async function importOne(lastName: string): Promise<void> {
  const bytes = Buffer.from(`reference,name,birth_date\nP1,Wezi ${lastName},1980-05-06\n`);
  const list = readList('pep', bytes, 'pep.csv');
  if (!list.ok) throw new Error(list.refusal);
  const file = { listKind: 'pep', list: list.value, digest: digestOf(bytes) } as const;
  const imported = await importList(server.db, {
    ...{ ...file, importedBy: 'staff:monde', now: now(), isOlderTaken: false },
  });
  if (!imported.ok) throw new Error(imported.refusal);
}

const versions = async () =>
  (
    await server.query(
      'select version, count(*)::integer as count from borrower_screening group by 1 order by 1',
    )
  ).map(({ version, count }) => [version, count]);

test('a comparison that broke off goes on where it stopped, in the next process', async () => {
  await server.query(`create function break_off() returns trigger language plpgsql as $$ begin
    raise exception 'the process breaks off'; end $$`);
  await server.query(`create trigger break_off before insert or update on borrower_screening for each row
    when (new.borrower_id = ${firstId + BREAKS_AT}) execute function break_off()`);
  await importOne('Nyirongo');
  const lists = keepLists(server.db);
  const goOn = () => goOnComparing({ ...depsOf(server), lists }, now());
  expect([await goOn(), await goOn()]).toEqual([true, true]);
  await expect(goOn()).rejects.toThrow('breaks off');
  expect(await readComparison(server.db)).toMatchObject({
    borrowers: BORROWERS,
    compared: 100,
    endedAt: null,
  });
  await server.query('drop trigger break_off on borrower_screening');
  const next = await startAppServer({ besides: server });
  await vi.waitFor(
    async () =>
      expect(await readComparison(next.db)).toMatchObject({
        ...{ compared: BORROWERS, endedAt: expect.any(Date) },
      }),
    PATIENCE,
  );
  await next.stop();
  expect(await versions()).toEqual([[1, BORROWERS]]);
  expect(await server.query('select count(*)::integer as hits from screening_hit')).toEqual([
    { hits: BORROWERS },
  ]);
});

test('two processes that compare at the same time compare each borrower once', async () => {
  await importOne('Muzyamba');
  const lists = await keepLists(server.db)();
  const compare = () => compareBook(depsOf(server), { lists, now: now(), batchSize: 7 });
  const [one, other] = await Promise.all([compare(), compare()]);
  expect(one.borrowers + other.borrowers).toBe(BORROWERS);
  expect(await versions()).toEqual([[2, BORROWERS]]);
  expect(await readComparison(server.db)).toMatchObject({ compared: BORROWERS, endedAt: expect.any(Date) });
});

test('a borrower whom another process writes meanwhile is looked at again before it is complete', async () => {
  const borrowerId = firstId + 3;
  await importOne('Sichone');
  const other = new pg.Client({ connectionString: server.databaseUrl });
  await other.connect();
  await other.query('begin');
  await other.query(`update borrower_screening set version = version + 1 where borrower_id = ${borrowerId}`);
  const lists = await keepLists(server.db)();
  const compared = compareBook(depsOf(server), { lists, now: now() });
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await vi.waitFor(async () => expect(await server.query(waiting)).toHaveLength(1), PATIENCE);
  await other.query('commit');
  await other.end();
  expect(await compared).toEqual({ borrowers: BORROWERS });
  expect(await server.query('select distinct revision from borrower_screening')).toEqual([
    { revision: lists.revision },
  ]);
});

test('a new import during a comparison is compared with every borrower too', async () => {
  await importOne('Kaluba');
  const lists = keepLists(server.db);
  const goOn = () => goOnComparing({ ...depsOf(server), lists }, now());
  await goOn();
  await importOne('Zimba');
  const { revision } = await lists();
  expect(await readComparison(server.db)).toMatchObject({ compared: 0, endedAt: null });
  while (await goOn()) expect((await lists()).revision).toBe(revision);
  expect(await server.query('select distinct revision from borrower_screening')).toEqual([{ revision }]);
});
