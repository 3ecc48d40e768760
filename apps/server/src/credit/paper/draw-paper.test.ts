import { addDays, day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { priceLoan } from '@thumba/lending/pricing';
import { sampleTerms } from '@thumba/lending/sample-loan.test-support';
import { marked } from '@thumba/words/en-xa';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../test/read-pdf.ts';
import { readQrCodes } from '../../../test/read-qr.ts';
import { demoLender } from '../../book/lender.ts';
import { toDate } from '../../platform/clock.ts';
import { printable } from '../../platform/printable.ts';
import { maskName } from '../../platform/sealing.ts';
import { drawPaper } from './draw-paper.ts';
import { newPaperCode, readPaperCode } from './paper-code.ts';
import type { EarlierMovement, Movement, PaperContent, PaperHead, Statement } from './paper-content.ts';

const ON = day('2026-11-21');
const AT = '2026-11-21T08:00:00.000Z';

function statementOf(rows: number, head: Partial<PaperHead> = {}): PaperContent {
  const movements: EarlierMovement[] = Array.from({ length: rows }, (_, index) => ({
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

function contractOf(clauseCount: number): PaperContent {
  const { movements: _movements, ...head } = statementOf(0) as Statement;
  const clauses = Array.from({ length: clauseCount }, (_, index) => ({
    heading: `Clause ${index + 1}`,
    text: `Text of clause ${index + 1}. ${'A sentence that makes the clause a few lines long. '.repeat(index % 6)}`,
  }));
  const quote = priceLoan(sampleTerms(), ON);
  const agreed = { agreedOn: ON, agreedAt: AT, version: '2026-11', shownHash: 'a'.repeat(64) };
  return { ...head, kind: 'contract', title: 'Loan contract', clauses, quote, ...agreed };
}

const VERIFY_URL = 'https://loans.example/verify/K7QM-2XWD-9RTP';

function pdfOf(content: PaperContent): Promise<Buffer> {
  const paper = { code: 'K7QM-2XWD-9RTP', content, issuedOn: ON, issuedAt: toDate(Date.parse(AT)) };
  return drawPaper(paper, { verifyUrl: VERIFY_URL, takenBackOn: null });
}

const drawn = async (content: PaperContent) => readPdf(await pdfOf(content));

function lateCharge(index: number): Movement {
  const amounts = { addedNgwee: 575, takenOffNgwee: 0, owedNgwee: 575 * (index + 1) };
  return {
    on: addDays(ON, index),
    at: AT,
    title: 'late_charge',
    detail: { kind: 'late_days', days: 1 },
    lateDays: 1,
    ...amounts,
  };
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

test.each(Array.from({ length: 24 }, (_, index) => index + 1))(
  'with %i movements no page has a code, a total or small print without a movement',
  async (rows) => {
    const { pages } = await drawn(statementOf(rows));
    for (const page of pages) expect(page).toMatch(/Movement \d+\./);
    expect(pages.at(-1)).toMatch(/Together.*The day is the business day.*To check this paper/);
  },
);

test('a heading stays with the text below it, and the end of a contract with its code', async () => {
  for (let clauseCount = 6; clauseCount <= 20; clauseCount += 1) {
    const { pages } = await drawn(contractOf(clauseCount));
    for (const page of pages) {
      expect(page).not.toMatch(/Clause \d+ The lender/);
      for (const [, number] of page.matchAll(/(\d+)\. Clause/g))
        expect(page).toContain(`Text of clause ${number}`);
    }
    expect(pages.at(-1)).toMatch(/Agreed Chipo Lungu agreed.*Wording.*To check this paper/);
  }
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

test('a name keeps every letter, and what is no letter becomes a question mark', async () => {
  const name = 'Ŋandu Ŵamina Łukasz Müller Dvořák Đorđe Ɓala';
  const { text, pages } = await drawn(statementOf(1, { borrowerName: `${name} 李小龍 👩🏾\u0000` }));
  expect(text).toContain(`${name} ??? `);
  expect(pages).toHaveLength(1);
});

test('a paper contains its fonts, and of them only the letters that it needs', async () => {
  const pdf = await pdfOf(statementOf(3));
  const names = [...pdf.toString('latin1').matchAll(/\/FontName \/([\w+-]+)/g)].map(([, name]) => name);
  expect(names.sort()).toEqual([
    expect.stringMatching(/^[A-Z]{6}\+SourceSans3-Bold$/),
    expect.stringMatching(/^[A-Z]{6}\+SourceSans3-Regular$/),
  ]);
  expect(pdf.toString('latin1')).not.toContain('Helvetica');
  expect(pdf.length).toBeLessThan(32_000);
});

test('the square picture on a paper leads to the page where it is checked', async () => {
  const pdf = await pdfOf(statementOf(2));
  expect(await readQrCodes(pdf)).toEqual([VERIFY_URL]);
});

test('a loan that is 66 days late has a statement of one page, with one line for its late charges', async () => {
  const lateCharges = Array.from({ length: 65 }, (_, index) => lateCharge(index));
  const content = { ...statementOf(0), movements: lateCharges, addedNgwee: 65 * 575, owedNgwee: 65 * 575 };
  const { pages, text } = await drawn(content as PaperContent);
  expect(pages).toHaveLength(1);
  expect(text).toContain('21 November 2026 to 24 January 2027');
  expect(text).toContain('65 days × K5.75 K373.75 K373.75');
  expect(text).toContain('Lines in the table 1');
  expect(text.match(/Late charge /g)).toHaveLength(1);
});

describe('printable text', () => {
  const isLatin = (point: number) => point < 0x250;
  test.each([
    ['Chipo Lungu', 'Chipo Lungu'],
    ['e\u0301cole', 'école'],
    ['ŵamina Ŋoma Dvořák', 'ŵamina Ŋoma Dvořák'],
    ['ﬁle', 'file'],
    ['\u1e7d', 'v'],
    ['line\nfeed\ttab', 'line feed tab'],
    ['soft\u00adhyphen \u2764\ufe0f', 'softhyphen ?'],
    ['Ж漢', '??'],
  ])('%s becomes %s in a font of Latin letters', (text, shown) => {
    expect(printable(text, isLatin)).toBe(shown);
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

test('a paper has the letters of the test language', async () => {
  const everyLetter = marked('Jackdaws love my big sphinx of quartz. JACKDAWS LOVE MY BIG SPHINX OF QUARTZ.');
  const { text } = await drawn(statementOf(1, { productName: everyLetter }));
  expect(text).toContain(everyLetter);
});
