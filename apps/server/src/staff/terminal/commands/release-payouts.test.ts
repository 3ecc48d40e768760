import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../../test/approve-request.ts';
import {
  failAtOperators,
  makeAtOperator,
  restoreBook,
  timesPaidOut,
  untilNoPayoutIsLookedAt,
  untilPayoutIs,
  waitingPayout,
} from '../../../money/payment/restored-server.test-support.ts';
import { reconcile } from '../../../money/reconciliation/reconciled-server.test-support.ts';
import { deskBeside, runApproved } from '../staff-desk.test-support.ts';
import { command as differences } from './differences.ts';
import { command as releasePayouts } from './release-payouts.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function run(command: typeof differences, words: string[], staffName = 'mary') {
  const desk = { ...(await deskBeside(server)), staffName: () => staffName };
  const { done, lines } = await command.atDesk(desk, words);
  return { done, text: lines.join('\n') };
}

const MARY = { actor: 'staff:mary' } as const;
const GRACE = { actor: 'staff:grace' } as const;

test('payouts go on when statements of two people show the lost time and each difference is resolved', async () => {
  for (const operator of ['mtn', 'airtel'] as const) {
    await borrow(await signUp(server, { mobile: server.newMobile(operator) }));
  }
  expect(await run(releasePayouts, [])).toEqual({ done: true, text: 'No payouts are held after a restore.' });
  const again = await signUp(server);
  // The lost server has paid this borrower, and the restored book knows nothing of it.
  await makeAtOperator(server, { borrower: again, attemptId: randomUUID() });
  server.clock.advance({ minutes: 1 });
  await restoreBook(server);
  const twice = await waitingPayout(server, 'book_restored', again);
  const other = await waitingPayout(server, 'book_restored');
  expect((await run(releasePayouts, [])).text).toContain('for: airtel, mtn.');
  expect((await run(releasePayouts, [])).text).toMatch(
    /The database has everything until \d{4}-\d\d-\d\d \d\d:\d\d\. If no moment was asked for, this is when the backup began:/,
  );

  server.clock.advance({ minutes: 1 });
  await failAtOperators(server);
  server.clock.advance({ hours: 24 });
  await untilNoPayoutIsLookedAt(server);
  await reconcile(server, 'airtel', { daysAgo: 1, ...MARY });
  expect((await run(releasePayouts, [])).text).toContain('for: airtel, mtn.');
  await reconcile(server, 'airtel', { daysAgo: 1, ...GRACE });
  const { text } = await run(releasePayouts, []);
  expect(text).toContain('for: mtn.');
  expect(text).toMatch(
    /\n {2}MTN: from 2026-11-21 \d\d:\d\d to 2026-11-21 \d\d:\d\d\n {4}npm run reconcile -- --operator mtn statement\.csv$/,
  );
  await reconcile(server, 'mtn', { daysAgo: 1, ...MARY });
  const found = await reconcile(server, 'mtn', { daysAgo: 1, ...GRACE });
  expect(found.differences).toMatchObject([{ kind: 'extra', direction: 'payout' }]);
  const no = String(found.differences[0]!.difference_id);
  const held = await run(releasePayouts, []);
  expect(held.text).toContain('Differences that wait for a person: 1.');
  expect(held.text).not.toContain('Statements that two people');

  expect(await run(differences, ['payout', no, randomUUID(), 'the same amount'])).toMatchObject({
    done: false,
  });
  expect(await run(differences, ['payout', no, twice.attemptId])).toMatchObject({ done: false });
  const words = ['payout', no, twice.attemptId, 'the same number and amount'];
  expect((await run(differences, words)).text).toMatch(
    /^Request \d+ is filed: Payout .* of K1,000\.00 was made/,
  );
  expect((await waitingRequest(server)).effect).toContainEqual({
    ...{ title: 'The payout', before: 'waits to be sent', after: 'is not sent' },
  });
  expect(await timesPaidOut(server, other)).toBe(0);
  expect(await approveRequest(server)).toEqual({
    ...{ ok: true, state: 'done' },
    sentence: `Difference ${no} is resolved: payout ${twice.attemptId} of K1,000.00 was made before the restore, and is not sent. No difference waits: payouts are sent again.`,
  });
  server.clock.advance({ minutes: 2 });
  for (const payout of [twice, other]) {
    await untilPayoutIs(server, payout.orderId, { state: 'succeeded' });
    expect(await timesPaidOut(server, payout)).toBe(1);
  }
  expect(await run(differences, ['payout', no, twice.attemptId, 'once more'])).toMatchObject({
    done: false,
    text: 'This difference is resolved already.',
  });
});

test('two different people release payouts without statements, and the security log keeps both', async () => {
  await restoreBook(server);
  const release = (...words: string[]) => ['release', ...words];
  expect(await run(releasePayouts, release())).toMatchObject({ done: false });
  expect(await run(releasePayouts, release('the operator gives no statement'))).toMatchObject({ done: true });
  expect(await run(releasePayouts, release('once more'))).toEqual({
    done: false,
    text: 'You released these payouts already. Another person has to release them too.',
  });
  expect((await run(releasePayouts, [])).text).toContain('Released so far by: staff:mary.');
  expect(await run(releasePayouts, release('I called the operator'), 'john')).toEqual({
    done: true,
    text: 'Two people released the payouts. A server sends them from now on.',
  });
  const events = await server.query(
    `select actor, outcome from security_event where detail ->> 'command' = 'release-payouts' order by event_id`,
  );
  expect(events).toEqual([
    { actor: 'staff:mary', outcome: 'refused' },
    { actor: 'staff:mary', outcome: 'succeeded' },
    { actor: 'staff:mary', outcome: 'refused' },
    { actor: 'staff:john', outcome: 'succeeded' },
  ]);
  expect(
    await server.query('select held_until is null as held, ended_by from restored_book order by 2'),
  ).toEqual([
    { held: false, ended_by: 'staff' },
    { held: false, ended_by: 'statements' },
  ]);
});

test('a second hold that is declared between two releases stands, and the second person is told', async () => {
  const release = (name: string) => run(releasePayouts, ['release', 'I called the operator'], name);
  server.clock.advance({ minutes: 1 });
  await restoreBook(server, { lostMinutes: 20 });
  const backupLine = /Payouts are held: the backup test was restored at/g;
  const first = await release('mary');
  expect(first.text).toContain('Payouts are held until another person releases them too.');
  server.clock.advance({ minutes: 1 });
  await restoreBook(server, { lostMinutes: 20 });
  const second = await release('john');
  expect(second.done).toBe(true);
  expect(second.text).not.toContain('A server sends them');
  expect(second.text).toContain('Payouts are held until another person releases them too.');
  expect(second.text).toContain('Released so far by: staff:john.');
  expect(second.text.match(backupLine)).toHaveLength(1);
  expect(await release('mary')).toEqual({
    done: true,
    text: 'Two people released the payouts. A server sends them from now on.',
  });
});

test('where statements end one of two holds, what stands is said and not that payouts go on', async () => {
  server.clock.advance({ hours: 24 });
  await restoreBook(server, { lostMinutes: 0 });
  server.clock.advance({ minutes: 10 });
  await failAtOperators(server);
  server.clock.advance({ minutes: 1 });
  for (const operator of ['mtn', 'airtel'] as const)
    for (const by of [MARY, GRACE]) await reconcile(server, operator, by);
  const extraPayout = { borrower: await signUp(server), attemptId: randomUUID() };
  await makeAtOperator(server, extraPayout);
  server.clock.advance({ minutes: 10 });
  await restoreBook(server, { lostMinutes: 0 });
  const { differences: found } = await reconcile(server, 'mtn');
  const no = String(found.find(({ state }) => state === 'open')!.difference_id);
  const left = await runApproved(server, differences, 'leave', no, 'the borrower has it');
  expect(left.text).toBe(`Difference ${no} is resolved: both books are left as they are.`);
  expect((await run(releasePayouts, [])).text).toMatch(/^Payouts are held:/);
  for (const name of ['mary', 'john']) await run(releasePayouts, ['release', 'I called the operator'], name);
});
