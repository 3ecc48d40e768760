import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE, signIn, stepUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './take-on.ts';

let server: AppServer;
let folder: string;
beforeAll(async () => {
  server = await startAppServer();
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-take-on-sign-in-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const MOBILE = '0966111222';
const FILE = `loan_no,mobile,first_name,last_name,id_number,birth_date,gender,product,term_days,paid_out_on,due_on,principal,interest,fee,penalty,principal_paid,interest_paid,fee_paid,penalty_paid,days_late
L-1,${MOBILE},Martha,Zulu,111222/10/1,1990-05-05,F,Quick loan,30,2026-11-01,2026-12-01,500,60,15,0,0,0,0,0,0
`;

async function runAs(staffName: string, ...words: string[]): Promise<void> {
  const desk = { ...(await deskBeside(server)), staffName: () => staffName };
  const { done, lines } = await command.atDesk(desk, words);
  if (!done) throw new Error(lines.join('\n'));
}

/** Waits for what the number is told about its sign-ins, newest first and without the codes. */
const expectTold = (...texts: RegExp[]) =>
  vi.waitFor(async () => {
    const { messages } = await server.handset.phone(MOBILE);
    const told = messages.map(({ text }) => text).filter((text) => !text.includes('is your Thumba code'));
    expect(told).toEqual(texts.map((text) => expect.stringMatching(text)));
  }, PATIENCE);

const GREETING = /^Welcome to Thumba\. You signed in for the first time, on /;
const ALARM = /^Someone signed in to your Thumba account on a new phone/;

test('the first sign-in of a borrower who was taken on is greeted, shows no details, and the next new phone is an alarm', async () => {
  const file = path.join(folder, 'loans.csv');
  await writeFile(file, FILE);
  await runAs('mary', 'loans', file, '2026-11-19');
  await runAs('john', 'confirm', '1', file);

  const martha = await signIn(server, MOBILE);
  await expectTold(GREETING);
  expect(await martha.ask('getUserInfo', {})).toMatchObject({ isNewDevice: true, hasIdentity: true });
  // The session ends and is deleted, and the account has had one all the same.
  await martha.ask('logout', { body: {} });
  server.clock.advance({ hours: 1 });
  await signIn(server, MOBILE, 'x'.repeat(43));
  await expectTold(ALARM, GREETING);
});

test('the first phone of a borrower who was taken on is confirmed at once by digits of the NRC in the file', async () => {
  const martha = await signIn(server, MOBILE, 'y'.repeat(43));
  server.clock.advance({ minutes: 1 });
  const stepUpCode = await stepUp(server, martha, 'device');
  await martha.ask('confirmDevice', { body: { stepUpCode, identityDigits: '1222' } });
  expect(await martha.ask('getUserInfo', {})).toMatchObject({ isNewDevice: false });
});
