import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeys } from '../../apps/server/src/book/settings/key-settings.ts';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { registerBorrowers } from '../support/borrower-story.ts';
import { serverProcess } from '../support/processes.ts';
import type { Program } from '../support/program.ts';
import { startWithOperators } from '../support/simulated-operators.ts';

let program: Program;
beforeAll(async () => {
  program = await startWithOperators();
});
afterAll(() => program.stop());

test('a program with other keys does not start on the data of a lender and says so; with the right ones the borrower is known', async () => {
  const [borrower] = await registerBorrowers(program, 1);
  const known = await borrower!.client.ask('getUserInfo', {});
  const { DATA_KEYS, LOOKUP_KEYS } = program.settings as { DATA_KEYS: string; LOOKUP_KEYS: string };
  const wrong = newKeys();
  await program.kill();
  program.changeKeys({ DATA_KEYS: wrong.DATA_KEYS, LOOKUP_KEYS });
  await expect(program.startAgain()).rejects.toThrow(
    'Key 1 of DATA_KEYS is not the one under which values are stored',
  );
  program.changeKeys({ DATA_KEYS, LOOKUP_KEYS: wrong.LOOKUP_KEYS });
  await expect(program.startAgain()).rejects.toThrow(
    'Key 1 of LOOKUP_KEYS is not the one under which values are stored',
  );
  program.changeKeys({ DATA_KEYS, LOOKUP_KEYS });
  await program.startAgain();
  expect(await borrower!.client.ask('getUserInfo', {})).toEqual(known);
});

test('a second program with a first key that the running one lacks does not start, and does once both have it', async () => {
  const { DATA_KEYS, LOOKUP_KEYS } = program.settings as { DATA_KEYS: string; LOOKUP_KEYS: string };
  const added = newKeys().LOOKUP_KEYS.replace('1:', '2:');
  const port = await freePort();
  const second = serverProcess(`http://127.0.0.1:${port}`, () => ({
    HOST: '127.0.0.1',
    ...program.settings,
    PORT: String(port),
    LOOKUP_KEYS: `${added},${LOOKUP_KEYS}`,
  }));
  await expect(second.start()).rejects.toThrow(
    'A connected program lacks key 2 of LOOKUP_KEYS, which is the first one here: add it as the second key to every program before it becomes the first.',
  );
  await program.kill();
  program.changeKeys({ DATA_KEYS, LOOKUP_KEYS: `${LOOKUP_KEYS},${added}` });
  await program.startAgain();
  await second.start();
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  await second.end('SIGTERM');
});
