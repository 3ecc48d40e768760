import { expect, test } from 'vitest';
import { claimWords } from './claim.ts';

test('what stays open is said behind sentences that end once', () => {
  const wait = 'You can look for 10 payments a day. Please try again in 3 hours.';
  expect(claimWords.ticketsStayOpen(wait)).toBe(`${wait} Your earlier tickets stay open.`);
});
