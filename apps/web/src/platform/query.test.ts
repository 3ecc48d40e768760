import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from './call.ts';
import { queryClient } from './query.ts';
import { session } from './session.ts';
import { oldAnswers } from './watch-old-answers.ts';

afterEach(() => {
  queryClient.clear();
  session.setState(session.getInitialState());
});

test('an answer for the home page reaches the session', () => {
  queryClient.setQueryData(['getMyLoanInfo', {}], { loanType: 2, userStatus: 6, marketList: [] });
  expect(session.getState()).toMatchObject({ loanType: 2, userStatus: 6 });
});

describe('an answer on the screen that is read again', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** A screen that shows the coupons, of which the first answer has come. */
  async function openScreen() {
    const answers = (code: number, msg: string) =>
      vi.stubGlobal(
        'fetch',
        vi.fn(async () => Response.json({ code, msg, data: { items: [] } })),
      );
    answers(200, 'OK');
    const screen = new QueryObserver(queryClient, {
      queryKey: ['listCoupons', {}],
      queryFn: () => call('listCoupons', { body: {} }, { failureShownBy: 'background' }),
      retry: false,
    });
    const leave = screen.subscribe(() => undefined);
    await screen.refetch();
    return { screen, answers, leave };
  }
  const why = () => oldAnswers.getState().why;

  test('is old where the server refuses, which is said until it answers', async () => {
    const { screen, answers, leave } = await openScreen();
    expect(why()).toBeNull();
    answers(429, 'Please wait 42 seconds');
    await screen.refetch();
    await expect.poll(() => why()).toBe('Please wait 42 seconds');
    answers(200, 'OK');
    await screen.refetch();
    await expect.poll(() => why()).toBeNull();
    leave();
  });

  test('is said only while its screen is open', async () => {
    const { screen, answers, leave } = await openScreen();
    answers(500, 'Something went wrong');
    await screen.refetch();
    await expect.poll(() => why()).toBe('Something went wrong');
    leave();
    await expect.poll(() => why()).toBeNull();
  });
});
