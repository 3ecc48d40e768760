import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { command as blocked } from './commands/blocked.ts';
import { command as decide } from './commands/decide.ts';
import { command as duplicates } from './commands/duplicates.ts';
import { command as holders } from './commands/holders.ts';
import { command as screening } from './commands/screening.ts';
import { deskBeside } from './staff-desk.test-support.ts';

let server: AppServer;
let orderId: number;
let borrowerId: number;
beforeAll(async () => {
  server = await startAppServer({ settings: { UNCHECKED_IDENTITY_IS_VALID: 'false' } });
  const names = { firstName: 'Mwila', lastName: 'Sampa', birthDate: '1988-08-08' };
  await signUp(server, names);
  const borrower = await signUp(server, names);
  ({ borrowerId } = borrower);
  ({ orderId } = await apply(borrower));
  await server.query(
    `insert into screening_hit (borrower_id, hit_id, finding_sealed, state, found_at) values ($1, 1, $2, 'open', now())`,
    [
      borrowerId,
      server.sealing.seal(
        'screening_hit.finding_sealed',
        { borrower_id: borrowerId, hit_id: 1 },
        JSON.stringify({ listKind: 'pep', reference: 'P1', listedName: 'X', distance: 0, birth: 'agrees' }),
      ),
    ],
  );
});
afterAll(() => server.stop());

const looksOf = () =>
  server.query('select looked_by, subject, reason from staff_look where borrower_id = $1', [borrowerId]);
const commandsOf = () =>
  server.query(`select actor, detail from security_event where kind = 'staff_command' order by event_id`);

describe.each([
  ['screening hits', screening, () => ['hits'], 'screening_hit'],
  ['duplicates', duplicates, () => [], 'duplicate'],
  ['decide', decide, () => [String(orderId)], 'application'],
  ['holders', holders, () => [], undefined],
  ['blocked', blocked, () => [], undefined],
] as const)('npm run %s', (_title, command, words, subject) => {
  test('shows nothing where the look cannot be recorded', async () => {
    const desk = await deskBeside(server);
    await server.query('alter table security_event rename to security_event_away');
    const shown = command.atDesk(desk, words());
    await expect(shown).rejects.toThrow();
    await server.query('alter table security_event_away rename to security_event');
  });

  test('records who looked, by which command and at whom', async () => {
    const looksBefore = await looksOf();
    const commandsBefore = await commandsOf();
    await command.atDesk(await deskBeside(server), words());
    expect((await commandsOf()).slice(commandsBefore.length)).toEqual([
      { actor: 'staff:mary', detail: { command: expect.any(String), action: expect.any(String) } },
    ]);
    expect((await looksOf()).slice(looksBefore.length)).toEqual(
      subject ? [{ looked_by: 'staff:mary', subject, reason: expect.stringMatching(/^npm run /) }] : [],
    );
  });
});
