import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../test/app-server.ts';
import { openOffice } from '../../test/staff-client.ts';
import { staffActor, unverifiedActor } from './actor.ts';
import { readStaffNames } from './staff-names.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
  const { first } = await openOffice(server);
  for (const [userName, name] of [
    ['jmwale', 'Joyce Mwale'],
    ['joyce', 'Joyce Mwale'],
    ['mutinta', 'Mutinta Zulu'],
  ] as const) {
    await first.client.call('inviteStaff', {
      body: { userName, name, roles: ['support'], reason: 'hired' },
    });
  }
});
afterAll(() => server.stop());

test('a person of staff has the full name, and of two with one name each has the user name beside it', async () => {
  const actors = [staffActor('mutinta'), staffActor('jmwale'), staffActor('joyce')];
  const nameOf = await readStaffNames(server.db, actors);
  expect(actors.map(nameOf)).toEqual(['Mutinta Zulu', 'Joyce Mwale (jmwale)', 'Joyce Mwale (joyce)']);
});

test('a person without an account, and one whom another person named at the terminal, keep the name as it was given', async () => {
  const actors = [staffActor('mary'), unverifiedActor('mutinta'), 'borrower'] as const;
  const nameOf = await readStaffNames(server.db, actors);
  expect(actors.map(nameOf)).toEqual(['mary', 'mutinta', 'borrower']);
});
