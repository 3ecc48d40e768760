import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeys } from '../../apps/server/src/book/settings/key-settings.ts';
import { registerBorrowers } from '../support/borrower-story.ts';
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
