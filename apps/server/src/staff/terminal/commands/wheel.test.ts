import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest } from '../../../../test/approve-request.ts';
import type { WheelForm } from '../../../contact/wheel/publish-wheel.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './wheel.ts';

let server: AppServer;
let folder: string;
beforeAll(async () => {
  [server, folder] = await Promise.all([startAppServer(), mkdtemp(path.join(tmpdir(), 'thumba-wheel-'))]);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const run = async (...words: string[]) => command.atDesk(await deskBeside(server), words);
const shown = async (): Promise<WheelForm> => JSON.parse((await run('show')).lines.join('\n'));

async function publish(content: unknown) {
  const file = path.join(folder, 'wheel.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return run('publish', file, 'more', 'small', 'prizes');
}

test('the wheel is listed with its odds beside what was drawn', async () => {
  const { done, lines } = await run();
  expect(done).toBe(true);
  expect(lines[0]).toBe('Wheel 1, 0 draws. A chance lasts 30 days (registration, on_time_settlement).');
  expect(lines.at(-2)).toMatch(/^ {2}K50 off +100 of 10000, drawn 0 \(to expect: 0.0\), given 0, 200 left$/);
});

test('what is shown can be changed, and is published once a second person approved it', async () => {
  const before = await shown();
  const wheel = { ...before, chanceDays: 7, prizes: before.prizes.toReversed() };
  expect(await publish(wheel)).toEqual({
    done: true,
    lines: [expect.stringMatching(/^Request \d+ is filed: Wheel: version 2\. A person with checkCampaigns/)],
  });
  expect(await shown()).toEqual(before);
  expect(await approveRequest(server)).toMatchObject({ ok: true, state: 'done' });
  expect(await shown()).toEqual(wheel);
  expect(await publish(wheel)).toEqual({ done: false, lines: ['This is the wheel of now.'] });
  const rows = await server.query(
    'select offer_code, offer_version, first_number, last_number from wheel_prize where wheel_version = 2 and prize_id = 2',
  );
  expect(rows).toEqual([{ offer_code: 'wheel-50', offer_version: 1, first_number: 4700, last_number: 4799 }]);
});

test('a wheel that is not whole is not published, and says why', async () => {
  const wheel = await shown();
  const [first, ...others] = wheel.prizes;
  const with1 = (change: object) => ({ ...wheel, prizes: [{ ...first, ...change }, ...others] });
  const refusals: [unknown, RegExp][] = [
    [with1({ odds: 1 }), /The odds make 5301, and have to make 10000\./],
    [with1({ offer: 'wheel-5' }), /Exactly one prize has to be none/],
    [with1({ stock: 5 }), /Exactly one prize has to be none/],
    [
      { ...wheel, prizes: [first, { ...others[0], offer: 'none' }, ...others.slice(1)] },
      /no coupon offer none/,
    ],
    [with1({ odds: 0.5 }), /^Nothing was changed: .*prizes\[0\]\.odds/],
    ['{', /wheel\.json is not JSON/],
  ];
  for (const [content, why] of refusals) {
    const { done, lines } = await publish(content);
    expect(done).toBe(false);
    expect(lines.join()).toMatch(why);
  }
  expect(await run('publish', '/nowhere.json')).toMatchObject({ done: false });
  expect((await run('spin')).lines[0]).toMatch(/^npm run wheel/);
  expect(await server.query('select from wheel')).toHaveLength(2);
  expect(await run('publish', path.join(folder, 'wheel.json'))).toMatchObject({ done: false });
});
