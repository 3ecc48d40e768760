import { expect, test } from 'vitest';
import { enterAddress, keepSession, mobileToEnter } from './enter-app.ts';

function storage(values: Record<string, string>): Storage {
  const kept = new Map(Object.entries(values));
  return {
    length: kept.size,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

test('the browser keeps the session of the borrower and nothing of another one', () => {
  const local = storage({ session: 'of another', keptAnswers: 'of another', deviceId: 'of another' });
  const tab = storage({ order: 'of another' });
  keepSession({ token: 'the token', deviceSecret: 'the secret' }, { local, tab });
  expect(JSON.parse(local.getItem('session')!)).toEqual({ state: { token: 'the token' }, version: 1 });
  expect(local.getItem('deviceSecret')).toBe('the secret');
  for (const key of ['keptAnswers', 'deviceId']) expect(local.getItem(key)).toBeNull();
  expect(tab.getItem('order')).toBeNull();
});

test('an address of the page names the borrower to open the app as, and another one names nobody', () => {
  const hash = enterAddress('0961000007').replace(/^[^#]*/, '');
  expect(mobileToEnter(hash)).toBe('0961000007');
  for (const other of ['#0961000007', '#app=096100000', '#app=0961000007x', '']) {
    expect(mobileToEnter(other)).toBeUndefined();
  }
});
