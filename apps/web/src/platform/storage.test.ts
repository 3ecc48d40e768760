import { expect, test } from 'vitest';
import { memoryStorage, openStorage } from './storage.ts';

test('what the browser’s storage keeps is read from it', () => {
  const browser = memoryStorage();
  openStorage(() => browser).setItem('key', 'value');
  expect(browser.getItem('key')).toBe('value');
  expect(openStorage(() => browser).getItem('key')).toBe('value');
});

test('where storage is forbidden, values live as long as the page', () => {
  const storage = openStorage(() => {
    throw new Error('SecurityError');
  });
  storage.setItem('key', 'value');
  expect(storage.getItem('key')).toBe('value');
  storage.removeItem('key');
  expect(storage.getItem('key')).toBeNull();
});

test('a value that no longer fits is kept for this page, and the old one does not come back', () => {
  const browser = memoryStorage();
  let isFull = false;
  const storage = openStorage(() => ({
    ...browser,
    setItem: (key, value) => {
      if (isFull) throw new Error('QuotaExceededError');
      browser.setItem(key, value);
    },
  }));
  storage.setItem('key', 'old');
  isFull = true;
  storage.setItem('key', 'new');
  expect(storage.getItem('key')).toBe('new');
});
