import { expect, test } from 'vitest';
import { createSession, signIn, signOut } from '../../platform/session.ts';
import { KEPT_PAPERS_KEY, memoryStorage } from '../../platform/storage.ts';
import { openKeptPapers, type WantedPaper } from './kept-papers.ts';

const NOW = Date.parse('2026-11-21T12:32:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const statement = (orderId: number): WantedPaper => ({ orderId, kind: 'statement' });
const receipt = (receiptNo: string): WantedPaper => ({ orderId: 1, kind: 'receipt', receiptNo });
const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_none, byte) => byte);

test('a paper is found again byte for byte, with the time it was made', () => {
  const papers = openKeptPapers(memoryStorage());
  papers.keep(statement(1), 'statement.pdf', new Uint8Array(9), NOW - 1);
  papers.keep(statement(1), 'statement.pdf', EVERY_BYTE, NOW);
  expect(papers.find(statement(1), NOW)).toEqual({ fileName: 'statement.pdf', pdf: EVERY_BYTE, atMs: NOW });
});

test('one receipt is not another, and no bill another bill', () => {
  const papers = openKeptPapers(memoryStorage());
  papers.keep(receipt('1001'), 'receipt.pdf', EVERY_BYTE, NOW);
  papers.keep(statement(1), 'statement.pdf', EVERY_BYTE, NOW);
  expect(papers.find(receipt('1002'), NOW)).toBeUndefined();
  expect(papers.find(statement(2), NOW)).toBeUndefined();
});

test('of many papers the newest five stay, and none for more than a month', () => {
  const papers = openKeptPapers(memoryStorage());
  for (let id = 1; id <= 7; id += 1) papers.keep(statement(id), 'statement.pdf', EVERY_BYTE, NOW + id);
  expect([1, 2, 3, 4, 5, 6, 7].filter((id) => papers.find(statement(id), NOW))).toEqual([3, 4, 5, 6, 7]);
  expect(papers.find(statement(7), NOW + 32 * DAY_MS)).toBeUndefined();
});

test('a paper too large for a small phone is not kept', () => {
  const papers = openKeptPapers(memoryStorage());
  papers.keep(statement(1), 'statement.pdf', new Uint8Array(150_001), NOW);
  expect(papers.find(statement(1), NOW)).toBeUndefined();
});

test('what is unreadable counts as nothing', () => {
  const storage = memoryStorage();
  storage.setItem(KEPT_PAPERS_KEY, '{half');
  expect(openKeptPapers(storage).find(statement(1), NOW)).toBeUndefined();
});

test.each(['logging out', 'another borrower'])('%s leaves nothing of it', (how) => {
  const storage = memoryStorage();
  const session = createSession(storage, () => 'f0e1d2c3');
  signIn(session, 'token', 7);
  openKeptPapers(storage).keep(statement(1), 'statement.pdf', EVERY_BYTE, NOW);
  if (how === 'logging out') signOut(session);
  else signIn(session, 'another token', 8);
  expect(storage.getItem(KEPT_PAPERS_KEY)).toBeNull();
});
