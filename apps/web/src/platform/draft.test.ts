import { expect, test } from 'vitest';
import { openDraft } from './draft.ts';
import { openStorage } from './storage.ts';

const phone = () =>
  openStorage(() => {
    throw new Error('storage is forbidden here');
  });

test('a draft is there again after it was saved, and gone after it was cleared', () => {
  const storage = phone();
  openDraft(storage, 7, 'base').save({ employerName: 'Zambeef', payDay: '25' });
  expect(openDraft(storage, 7, 'base').read()).toEqual({ employerName: 'Zambeef', payDay: '25' });
  openDraft(storage, 7, 'base').clear();
  expect(openDraft(storage, 7, 'base').read()).toEqual({});
});

test('a draft belongs to one borrower and one form', () => {
  const storage = phone();
  openDraft(storage, 7, 'base').save({ address: 'Plot 12' });
  expect(openDraft(storage, 8, 'base').read()).toEqual({});
  expect(openDraft(storage, 7, 'linkman').read()).toEqual({});
});

test('what is not a draft is no draft', () => {
  const storage = phone();
  for (const text of ['', 'null', '[]', '{broken', '"text"', '{"payDay":25}']) {
    storage.setItem('draft.7.base', text);
    expect(openDraft(storage, 7, 'base').read()).toEqual({});
  }
});
