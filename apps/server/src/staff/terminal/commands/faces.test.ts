import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, signIn, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './faces.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer({ settings: { FACE_REQUIRED: 'true' } });
});
afterAll(() => server.stop());

const run = async (...words: string[]) => command.atDesk(await deskBeside(server), words);

test('a borrower who sends no picture of the face applies after a call, and a person decides', async () => {
  const borrower = await signUp(server, {});
  await expect(apply(borrower)).rejects.toThrow('Please confirm your face first');
  expect(await run('by-person', borrower.mobile)).toMatchObject({ done: true });
  const { orderId, userStatus } = await apply(borrower);
  expect(userStatus).toBe(2);
  expect(
    await server.query(`select outcome, reasons from loan_decision where loan_id = $1`, [orderId]),
  ).toEqual([{ outcome: 'refer', reasons: ['face_to_check'] }]);
  expect(
    await server.query('select 1 from consent_given where borrower_id = $1', [borrower.borrowerId]),
  ).toEqual([]);
  expect(await run('by-person', borrower.mobile)).toMatchObject({
    done: false,
    lines: ['The face of this borrower was checked, or a person looks at it already.'],
  });
});

test('by-person is declined before the card was sent, and where the words name no borrower', async () => {
  const borrower = await signIn(server);
  expect(await run('by-person', String(borrower.borrowerId))).toMatchObject({
    done: false,
    lines: ['This borrower has not sent the picture of the card yet. It is asked for before the face.'],
  });
  for (const words of [[], ['by-person'], ['by-person', '0000'], ['everyone', borrower.mobile]]) {
    expect(await run(...words)).toMatchObject({ done: false });
  }
});
