import { USER_STATUS } from '@thumba/contract/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, apply, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { importPeople } from '../imported-list.test-support.ts';
import { runOf } from '../staff-desk.test-support.ts';
import { command as blocked } from './blocked.ts';
import { command as screening } from './screening.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function hitsOf({ borrowerId }: AppBorrower): Promise<string> {
  const { text } = await runOf(server, screening, 'hits');
  const lines = text.split('\n');
  return lines.filter((line) => line.includes(`borrower ${borrowerId} `)).join('\n');
}

/** A reading of the confirmed card that says another name and birth date than were typed. */
async function readOnCard({ borrowerId }: AppBorrower, texts: Record<string, string>): Promise<void> {
  server.clock.advance({ seconds: 1 });
  const fields = Object.entries(texts).map(([name, text]) => [name, { text, confidence: 1 }]);
  const reading = { picture: 'read', backSide: null, fields: Object.fromEntries(fields) };
  await server.query(
    `insert into card_reading (borrower_id, front_file_id, reading_sealed, read_at)
     select borrower_id, front_file_id, $2, $3 from borrower_identity where borrower_id = $1`,
    [
      borrowerId,
      server.sealing.seal(
        'card_reading.reading_sealed',
        { borrower_id: borrowerId },
        JSON.stringify(reading),
      ),
      new Date(server.clock.nowMs()),
    ],
  );
  server.clock.advance({ seconds: 1 });
}

describe('the name and the birth date that were read on the card', () => {
  const onCard = { firstName: 'Osama Lubinda', lastName: 'Kalaluka', birthDate: '1974-09-10' };

  test('are compared with the lists beside those that were typed, before the application', async () => {
    await importPeople(server, 'pep', 'C1,Osama Lubinda Kalaluka,1974-09-10', 'C2,Grace Typed,1990-01-02');
    const borrower = await signUp(server, {
      firstName: 'Grace',
      lastName: 'Untyped',
      birthDate: '1990-01-02',
    });
    await readOnCard(borrower, onCard);
    await apply(borrower);
    const decided = 'select reasons from loan_decision where borrower_id = $1';
    expect(await server.query(decided, [borrower.borrowerId])).toEqual([
      { reasons: expect.arrayContaining(['screening_to_check']) },
    ]);
    expect(await hitsOf(borrower)).toContain('(C1)');
    // The reading does not take the place of what was typed.
    await importPeople(server, 'pep', 'C3,Osama Lubinda Kalaluka,1974-09-10', 'C2,Grace Untyped,1990-01-02');
    const hits = await hitsOf(borrower);
    expect(hits).toContain('(C2)');
    expect(hits).toContain('(C3)');
  });

  test('are compared with the blocked list', async () => {
    const entry = ['person', 'Kalaluka Osama', '1974-09-10', 'fraud'];
    await runOf(server, blocked, 'add', ...entry);
    const borrower = await signUp(server, { firstName: 'Ruth', lastName: 'Typed', birthDate: '1991-01-02' });
    await readOnCard(borrower, onCard);
    await expect(apply(borrower)).rejects.toThrow();
    expect((await borrower.ask('getMyLoanInfo', {})).userStatus).toBe(USER_STATUS.blocked);
  });
});
