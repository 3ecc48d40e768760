import { afterEach, expect, test } from 'vitest';
import { queryClient } from './query.ts';
import { session } from './session.ts';

afterEach(() => {
  queryClient.clear();
  session.setState(session.getInitialState());
});

test('an answer for the home page reaches the session', () => {
  queryClient.setQueryData(['getMyLoanInfo', {}], { loanType: 2, userStatus: 6, marketList: [] });
  expect(session.getState()).toMatchObject({ loanType: 2, userStatus: 6 });
});
