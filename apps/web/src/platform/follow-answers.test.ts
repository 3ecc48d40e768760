import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { followAnswers } from './follow-answers.ts';
import { order } from './order.ts';
import { session } from './session.ts';

afterEach(() => {
  session.setState(session.getInitialState());
  order.setState(order.getInitialState());
});

function openClient(): QueryClient {
  const client = new QueryClient();
  followAnswers(client);
  return client;
}

test('the answer for the home page decides loan type, status and offered products', () => {
  const marketList = [{ productId: 3 }];
  openClient().setQueryData(['getMyLoanInfo', {}], { loanType: 2, userStatus: 5, marketList });
  expect(session.getState()).toMatchObject({ loanType: 2, userStatus: 5, marketList });
});

test('the steps of authentication decide the one that comes next', () => {
  openClient().setQueryData(
    ['getUserAuthProcessStep', {}],
    [
      { cerCode: 1, isAuth: 1 },
      { cerCode: 2, isAuth: 0 },
    ],
  );
  expect(session.getState().authStep).toBe(2);
});

test('no other answer decides them', () => {
  openClient().setQueryData(['getUserInfo', {}], { loanType: 2, userStatus: 5, marketList: [{}] });
  expect(session.getState()).toMatchObject({ loanType: 1, userStatus: null, marketList: [] });
});

test('the answer to an application decides the order, and no other answer does', async () => {
  const client = openClient();
  const send = (name: string, orderId: number) =>
    new MutationObserver(client, { mutationKey: [name], mutationFn: async () => ({ orderId }) }).mutate();
  await send('settlementQuote', 100_001);
  expect(order.getState().orderId).toBeNull();
  await send('appManualGetLoan', 100_002);
  expect(order.getState().orderId).toBe(100_002);
});
