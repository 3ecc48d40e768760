import { expect, test } from 'vitest';
import { openKeptAnswers } from './kept-answers.ts';
import { createSession, signIn, signOut } from './session.ts';
import { KEPT_ANSWERS_KEY, memoryStorage } from './storage.ts';

const NOW = Date.parse('2026-11-21T12:32:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const bill = (id: number) => ({ params: { id } });

test('the last answer of a bill is found again, with the time it was true', () => {
  const storage = memoryStorage();
  openKeptAnswers(storage).keep('queryLoanDetail', bill(7), { remaining: 1150 }, NOW - 1);
  openKeptAnswers(storage).keep('queryLoanDetail', bill(7), { remaining: 650 }, NOW);
  expect(openKeptAnswers(storage).find('queryLoanDetail', bill(7), NOW)).toEqual({
    data: { remaining: 650 },
    atMs: NOW,
  });
  expect(openKeptAnswers(storage).find('queryLoanDetail', bill(8), NOW)).toBeUndefined();
});

test('a contract is kept without the number of the identity card', () => {
  const storage = memoryStorage();
  openKeptAnswers(storage).keep('getLoanContract', bill(7), { text: 'Chanda, NRC 123456/10/1 (“you”)' }, NOW);
  expect(storage.getItem(KEPT_ANSWERS_KEY)).not.toContain('123456/10/1');
  expect(storage.getItem(KEPT_ANSWERS_KEY)).toContain('(“you”)');
});

test('of many answers the newest eight stay, and none for more than a month', () => {
  const kept = openKeptAnswers(memoryStorage());
  for (let id = 1; id <= 10; id += 1) kept.keep('queryLoanDetail', bill(id), { id }, NOW + id);
  const found = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((id) => kept.find('queryLoanDetail', bill(id), NOW));
  expect(found).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect(kept.find('queryLoanDetail', bill(10), NOW + 32 * DAY_MS)).toBeUndefined();
});

test('what is known to be no longer true is forgotten, and other answers stay', () => {
  const kept = openKeptAnswers(memoryStorage());
  kept.keep('getMyLoanInfo', {}, { userStatus: 1 }, NOW);
  kept.keep('queryLoanDetail', bill(7), { remaining: 0 }, NOW);
  kept.forget('getMyLoanInfo');
  expect(kept.find('getMyLoanInfo', {}, NOW)).toBeUndefined();
  expect(kept.find('queryLoanDetail', bill(7), NOW)).toBeDefined();
});

test('an answer too large for a small phone is not kept', () => {
  const kept = openKeptAnswers(memoryStorage());
  kept.keep('getLoanContract', bill(1), 'x'.repeat(50_000), NOW);
  expect(kept.find('getLoanContract', bill(1), NOW)).toBeUndefined();
});

test('what is unreadable counts as nothing', () => {
  const storage = memoryStorage();
  storage.setItem(KEPT_ANSWERS_KEY, '{half');
  expect(openKeptAnswers(storage).find('getMyLoanInfo', {}, NOW)).toBeUndefined();
});

test.each(['logging out', 'another borrower'])('%s leaves nothing of it', (how) => {
  const storage = memoryStorage();
  const session = createSession(storage, () => 'f0e1d2c3');
  signIn(session, 'token', 1);
  openKeptAnswers(storage).keep('getMyLoanInfo', {}, { userStatus: 5 }, NOW);
  if (how === 'logging out') signOut(session);
  else signIn(session, 'another', 2);
  expect(storage.getItem(KEPT_ANSWERS_KEY)).toBeNull();
});
