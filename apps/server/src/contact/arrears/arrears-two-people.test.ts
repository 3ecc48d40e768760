import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { type StaffMember, signInAgain } from '../../../test/staff-client.ts';
import {
  begin,
  CALLABLE_DAYS_LATE,
  check,
  type Debtor,
  debtorOf,
  end,
  hireCollectors,
  TERM_DAYS,
} from './arrears.test-support.ts';

const DUE_ON = '2026-12-28';
const PROMISED = { outcome: 'promised', promise: { amount: 500, dueOn: DUE_ON } };

let server: AppServer;
let bwalya: StaffMember;
let natasha: StaffMember;
const debtors: Debtor[] = [];
beforeAll(async () => {
  server = await startAppServer();
  ({ bwalya, natasha } = await hireCollectors(server));
  for (let count = 0; count < 3; count += 1) debtors.push(await debtorOf(server));
  await server.passDays(TERM_DAYS + CALLABLE_DAYS_LATE);
});
afterAll(() => server.stop());

const nextDebtor = () => debtors.pop()!;
const read = (by: StaffMember, loanId: number) =>
  by.client.call('readArrears', { params: { loanId } } as never).then(({ data }) => data);
const promisesOf = (loanId: number) =>
  server.query(
    `select p.state, p.amount_ngwee::integer as ngwee, p.due_on::text as due_on, p.actor
     from arrears_promise p where loan_id = $1`,
    [loanId],
  );

test('of two people who saw the same late loan one writes the promise down, and the other is told of the call and then of the promise', async () => {
  const { loanId } = nextDebtor();
  for (const by of [bwalya, natasha]) {
    expect(await read(by, loanId)).toMatchObject({ next: { kind: 'call' }, openCall: null, promises: [] });
  }
  const begun = await Promise.all([begin(bwalya, loanId), begin(natasha, loanId)]);
  const isFirst = begun[0].code === 200;
  const [winner, other] = isFirst ? [bwalya, natasha] : [natasha, bwalya];
  const [won, told] = isFirst ? begun : begun.toReversed();
  expect(told).toMatchObject({ code: 409, reason: 'being_called' });
  const of = { loanId, callId: won!.data.callId };
  expect(await check(other, of)).toMatchObject({ code: 409, reason: 'call_over' });
  expect((await check(winner, of)).data).toMatchObject({ isRight: true });

  const ended = await Promise.all([end(winner, of, PROMISED), end(other, of, PROMISED)]);
  expect(ended).toMatchObject([{ code: 200 }, { code: 409, reason: 'call_over' }]);
  expect(await promisesOf(loanId)).toEqual([
    { state: 'open', ngwee: 50_000, due_on: DUE_ON, actor: `staff:${winner.userName}` },
  ]);
  expect(await begin(other, loanId)).toMatchObject({
    ...{ code: 409, reason: 'promise_open' },
    msg: 'The borrower promised to pay by 28 December.',
  });
  expect(await read(other, loanId)).toMatchObject({
    next: { kind: 'wait_for_promise', untilOn: DUE_ON },
    promises: [{ state: 'open', by: `Person ${winner.userName}` }],
  });
  await expectSoundBook(server);
});

test('a promise that is sent from two windows at once is written down once', async () => {
  const { loanId } = nextDebtor();
  const { callId } = (await begin(bwalya, loanId)).data;
  const of = { loanId, callId };
  await check(bwalya, of);
  const answers = await Promise.all([1, 2, 3, 4].map(() => end(bwalya, of, PROMISED)));
  const refused = answers.filter(({ code }) => code !== 200);
  expect(refused.map(({ code, reason }) => [code, reason])).toEqual(
    Array.from({ length: 3 }, () => [409, 'call_over']),
  );
  expect(await promisesOf(loanId)).toHaveLength(1);
  await expectSoundBook(server);
});

test('a promise that is sent in the last minute of a call is written down, also while another person begins a call', async () => {
  const { loanId } = nextDebtor();
  const of = { loanId, callId: (await begin(bwalya, loanId)).data.callId };
  await check(bwalya, of);
  server.clock.advance({ minutes: 28 });
  const later = { ...bwalya, client: await signInAgain(server, bwalya) };
  const next = { ...natasha, client: await signInAgain(server, natasha) };
  const [ended, begun] = await Promise.all([end(later, of, PROMISED), begin(next, loanId)]);
  expect(ended.code).toBe(200);
  expect(begun.code).toBe(409);
  // The answered call counts as a contact, whichever of the two was first.
  expect(['being_called', 'promise_open', 'contacted_enough']).toContain(begun.reason);
  expect(await promisesOf(loanId)).toMatchObject([{ actor: 'staff:bwalya' }]);
  await expectSoundBook(server);
});
