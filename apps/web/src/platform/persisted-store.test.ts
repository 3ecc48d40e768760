import { expect, test } from 'vitest';
import { createPersistedStore } from './persisted-store.ts';
import { memoryStorage } from './storage.ts';

const open = (storage = memoryStorage()) =>
  createPersistedStore(storage, 'choice', { amount: 0, isOpen: false }, ['amount']);

test('what is to be kept is there in the next load of the page, and the rest starts anew', () => {
  const storage = memoryStorage();
  open(storage).setState({ amount: 1000, isOpen: true });
  expect(open(storage).getState()).toEqual({ amount: 1000, isOpen: false });
});

test.each(['{half', 'null', '{"state":{"amount":7},"version":0}'])('%s is as good as nothing', (text) => {
  const storage = memoryStorage();
  storage.setItem('choice', text);
  expect(open(storage).getState()).toEqual({ amount: 0, isOpen: false });
});
