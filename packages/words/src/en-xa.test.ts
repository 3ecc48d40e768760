import { expect, test } from 'vitest';
import type { Words } from './catalogue.ts';
import { EN_XA } from './en-xa.ts';

test('every sentence has marks and accents: a text, a function, and what is inside of lists and records', () => {
  const said = EN_XA.translation('part', {
    title: 'Bill',
    steps: ['Ask', 'Pay'],
    payment: { paid: (sum: string) => `${sum} paid`, detail: { of: 'of it' } },
  }) as { title: string; steps: string[]; payment: { paid: (sum: string) => string; detail: Words } };
  expect(said.title).toBe('⟦Ɓíļļ⟧');
  expect(said.steps).toEqual(['⟦Ášķ⟧', '⟦Ṗáý⟧']);
  expect(said.payment.paid('K5.00')).toBe('⟦Ķ5.00 ṗáíď⟧');
  expect(said.payment.detail.of).toBe('⟦óƒ íţ⟧');
});

test('the places of links and figures in a sentence keep their names', () => {
  const said = EN_XA.translation('links', {
    read: 'Read the <policy>Policy</policy>',
    due: '{amountNgwee} due',
  });
  expect(said.read).toBe('⟦Ŕéáď ţĥé <policy>Ṗóļíçý</policy>⟧');
  expect(said.due).toBe('⟦{amountNgwee} ďúé⟧');
});
