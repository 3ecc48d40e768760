import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';
import {
  failAtOperators,
  makeAtOperator,
  restoreBook,
  timesPaidOut,
  waitingPayout,
} from './restored-server.test-support.ts';

/* Two people import the operators' statements in the console, and payouts that are held since a restore go on. */

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const OPERATORS = ['mtn', 'airtel'] as const;
type Operator = (typeof OPERATORS)[number];

const today = () => lusakaDay(server.clock.nowMs());

async function exported(operator: Operator): Promise<string> {
  const response = await fetch(
    `${server.url}/sim/api/statement?operator=${operator}&from=${today()}&to=${today()}`,
  );
  return response.text();
}

/** A person exports today's statement, changes it if that is said, and imports it. */
async function importAs(
  { client }: StaffMember,
  operator: Operator,
  { changed = (text: string) => text, days = {} }: { changed?: (text: string) => string; days?: object } = {},
) {
  const file = new TextEncoder().encode(changed(await exported(operator))) as Uint8Array<ArrayBuffer>;
  const query = { operator, ...days };
  const { data } = await client.call('readOperatorStatement', { query, file });
  const { digest } = data.statement!;
  return (await client.call('importOperatorStatement', { query: { ...query, digest }, file })).data;
}

const headerOf = (text: string) => text.split(/(?<=\n)/)[0]!;
const uncovered = async () =>
  (await mary.client.call('getHeldPayouts')).data.holds[0]!.uncovered.map(({ operator }) => operator);

test('one person ends no hold, with files that have no rows or with those of the operators', async () => {
  const mobiles = OPERATORS.map((operator) => server.newMobile(operator));
  for (const mobile of mobiles) await signUp(server, { mobile });
  const lost = await signUp(server);
  await restoreBook(server);
  const waiting = await waitingPayout(server, 'book_restored');
  // The lost server paid this number, and the restored book does not know it.
  await makeAtOperator(server, { borrower: lost, attemptId: 'e7b6c9e4-3f52-4f0f-8d6b-0f6a3c2b1a90' });
  server.clock.advance({ minutes: 2 });
  await failAtOperators(server);
  server.clock.advance({ minutes: 1 });
  const days = { from: today(), to: today() };
  for (const operator of OPERATORS) {
    const shortened = await importAs(mary, operator, { changed: headerOf, days });
    expect(shortened).toMatchObject({ rows: 0, differences: 0 });
    await importAs(mary, operator, {
      changed: (text) => text.replace(/^.*e7b6c9e4.*\r?\n/m, ''),
    });
  }
  expect(await server.query(`select kind from reconciliation_difference where state = 'open'`)).toEqual([]);
  const served = await server.query('select distinct operator from operator_route order by 1');
  expect(await uncovered()).toEqual(served.map(({ operator }: { operator: string }) => operator));
  expect(await timesPaidOut(server, waiting)).toBe(0);

  for (const operator of OPERATORS) await importAs(grace, operator);
  expect((await mary.client.call('getHeldPayouts')).data.holds).toMatchObject([
    { uncovered: [], openDifferences: 1 },
  ]);
  expect(await timesPaidOut(server, waiting)).toBe(0);
});
