import { addDays, day } from '@thumba/lending/day';
import { formatKwacha, kwacha } from '@thumba/lending/money';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../test/read-pdf.ts';
import { demoLender } from '../../book/lender.ts';
import { toDate } from '../../platform/clock.ts';
import { printable } from '../../platform/printable.ts';
import { maskName } from '../../platform/sealing.ts';
import { drawPaper } from './draw-paper.ts';
import { newPaperCode, readPaperCode } from './paper-code.ts';
import type { Movement, PaperContent, PaperHead } from './paper-content.ts';

const ON = day('2026-11-21');
const AT = '2026-11-21T08:00:00.000Z';

function statementOf(rows: number, head: Partial<PaperHead> = {}): PaperContent {
  const movements: Movement[] = Array.from({ length: rows }, (_, index) => ({
    on: addDays(ON, index),
    at: AT,
    title: `Movement ${index + 1}.`,
    detail: 'Receipt 100482-7, counts for 21 November 2026',
    addedNgwee: 575,
    takenOffNgwee: 0,
    owedNgwee: 575 * (index + 1),
  }));
  return {
    kind: 'statement',
    lender: demoLender,
    borrowerName: 'Chipo Lungu',
    nationalId: '200001/10/1',
    loanId: 100_482,
    productName: 'Quick loan',
    ...head,
    on: ON,
    principalNgwee: kwacha(1000),
    disbursedOn: ON,
    movements,
    addedNgwee: 575 * rows,
    takenOffNgwee: 0,
    owedNgwee: 575 * rows,
  };
}

async function drawn(content: PaperContent) {
  const paper = { code: 'K7QM-2XWD-9RTP', content, issuedOn: ON, issuedAt: toDate(Date.parse(AT)) };
  return readPdf(
    await drawPaper(paper, { verifyUrl: 'https://loans.example/verify/K7QM-2XWD-9RTP', takenBackOn: null }),
  );
}

test('a statement of two hundred movements goes over pages, each with its head and its number', async () => {
  const { pages, text } = await drawn(statementOf(200));
  expect(pages.length).toBeGreaterThan(5);
  for (const [index, page] of pages.slice(0, -1).entries()) {
    expect(page).toContain('Day What happened Added Taken off Owed');
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  }
  for (let row = 1; row <= 200; row += 1) expect(text).toContain(`Movement ${row}.`);
  expect(pages.at(-1)).toContain('K7QM-2XWD-9RTP');
  expect(text).toContain('Together K1,150.00 K0.00 K1,150.00');
});

test.each([1, 13, 14, 15, 16, 17, 18, 19, 20])('no page is left empty with %i movements', async (rows) => {
  const { pages } = await drawn(statementOf(rows));
  for (const page of pages) expect(page).toMatch(/Movement \d+\.|Anybody can check this paper/);
});

test('the longest names stay on the page', async () => {
  const borrowerName = `${'Mwansakabinga'.repeat(5)} ${'Chilufya-Mulenga'.repeat(5)}`;
  const lender = {
    ...demoLender,
    name: 'The Very Long Name of a Microfinance Company of the Copperbelt Limited',
  };
  const { text, pages } = await drawn(statementOf(2, { borrowerName, lender }));
  expect(text.replaceAll(' ', '')).toContain(borrowerName.replaceAll(' ', ''));
  expect(text).toContain('Copperbelt Limited');
  expect(pages).toHaveLength(1);
});

test('a name in letters that the font lacks is printed as near as it goes', async () => {
  const { text } = await drawn(statementOf(1, { borrowerName: 'Ŋandu Łukasz Müller 李小龍 👩🏾\u0000' }));
  expect(text).toContain('Ngandu Lukasz Müller ???');
});

describe('printable text', () => {
  test.each([
    ['Chipo Lungu', 'Chipo Lungu'],
    ['Zoë Müller', 'Zoë Müller'],
    ['e\u0301cole', 'école'],
    ['ŵamina Ŋoma', 'wamina Ngoma'],
    ['Dvořák Đorđe', 'Dvorák Dorde'],
    ['“quoted” – €5 · ×2', '“quoted” – €5 · ×2'],
    ['ﬁle №', 'file No'],
    [formatKwacha(-500), '–K5.00'],
    ['line\nfeed\ttab', 'line feed tab'],
    ['Ж漢', '??'],
  ])('%s becomes %s', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});

describe('a paper code', () => {
  test('has no letter that is taken for another, whatever the bytes', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const code = newPaperCode((size) => Buffer.alloc(size, byte));
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
      expect(readPaperCode(code)).toBe(code);
    }
  });

  test('takes each letter equally often', () => {
    const letters = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const [letter] = newPaperCode((size) => Buffer.alloc(size, byte));
      letters.set(letter!, (letters.get(letter!) ?? 0) + 1);
    }
    expect([letters.size, new Set(letters.values())]).toEqual([32, new Set([8])]);
  });
});

test.each([
  ['Chipo Lungu', 'C**** L****'],
  ['  Ŋandu   van der  Łuk ', 'Ŋ**** v**** d**** Ł****'],
  ['X', 'X****'],
])('the name %s is masked as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
