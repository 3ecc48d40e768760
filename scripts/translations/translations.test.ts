import { DRAFT_NOTE, type LanguageFile } from '@thumba/words/language-file';
import { parseCsv, writeCsv } from 'hucre/csv';
import { describe, expect, test } from 'vitest';
import { checkLanguage, missingOf, refreshLanguage } from './check-language.ts';
import { importSheet } from './import-sheet.ts';
import { languageText } from './language-files.ts';
import { readFile } from './read-catalogue.ts';
import { sheetOf } from './sheet.ts';

const app = `
export const billWords = words('bill', {
  title: 'Bill',
  /** Under the amount. */
  due: (sum: string, day: string) => \`\${sum} due \${day}\`,
  daysLeft: (days: number, shown: string) => plural(days, { one: '1 day left', other: \`\${shown} days left\` }),
  links: { read: 'Read the <policy>Privacy Policy</policy> now' },
});
export const appWords = words('app', { tabs: { label: 'Main pages', me: 'Me' } });
`;
const server = `
export const wordingWords = words('messages', {
  received: 'Thank you. We received {amountNgwee}.[ {walletNgwee} of it is wallet credit.]',
});
`;

const sentences = [
  ...readFile('apps/web/src/words/bill.ts', app, 'app').sentences,
  ...readFile('apps/server/src/wording.ts', server, 'server').sentences,
];

const draft: LanguageFile = {
  tag: 'pl',
  name: 'Polski',
  englishName: 'Polish',
  isFinished: false,
  note: DRAFT_NOTE,
  sentences: {},
};

const translations: Record<string, string> = {
  'bill.title': 'Rachunek',
  'bill.due': 'Do {day}: {sum}',
  'bill.daysLeft one': 'Został 1 dzień',
  'bill.daysLeft few': 'Zostały {shown} dni',
  'bill.daysLeft many': 'Zostało {shown} dni',
  'bill.daysLeft other': 'Zostało {shown} dnia',
  'bill.links.read': '-<policy>Polityka</policy> do czytania',
  'app.tabs.label': 'Strony',
  'app.tabs.me': 'Ja',
  'messages.received': 'Dziekujemy za {amountNgwee}.[ Kredyt {walletNgwee}.]',
};

/** The table as a spreadsheet saves it, with the translations filled in. */
function filled(sheet: string, texts: Record<string, string>, delimiter = ','): string {
  const lines = parseCsv(sheet, { unescapeFormulae: true }).map((line) => {
    const [key, form] = line.map(String);
    const text = texts[form ? `${key} ${form}` : key!];
    return text === undefined ? line : [...line.slice(0, 3), text, ...line.slice(4)];
  });
  return writeCsv(lines, { bom: true, escapeFormulae: true, delimiter });
}

function imported(texts: Record<string, string>, language = draft, of = sentences) {
  const result = importSheet(language, of, filled(sheetOf(language, of), texts));
  if ('fault' in result) throw new Error(result.fault);
  return result;
}

test('a table that is filled in, imported and exported again gives the same language', () => {
  const { language, refused, takenCount, openCount } = imported(translations);
  expect({ refused, takenCount, openCount }).toEqual({ refused: [], takenCount: 7, openCount: 0 });
  const again = importSheet(language, sentences, sheetOf(language, sentences));
  expect(again).toMatchObject({ refused: [], takenCount: 7 });
  expect(languageText((again as typeof again & { language: LanguageFile }).language)).toBe(
    languageText(language),
  );
  expect(language.sentences['bill.daysLeft']).toEqual({
    side: 'app',
    english: { one: '1 day left', other: '{shown} days left' },
    given: ['days', 'shown'],
    countedBy: 'days',
    text: {
      one: 'Został 1 dzień',
      few: 'Zostały {shown} dni',
      many: 'Zostało {shown} dni',
      other: 'Zostało {shown} dnia',
    },
  });
});

test('a table says which language it is, where a sentence is shown, and what it must keep', () => {
  const lines = parseCsv(sheetOf(draft, sentences));
  expect(sheetOf(draft, sentences).startsWith('\uFEFF')).toBe(true);
  expect(lines[0]).toEqual(['Language', 'pl', 'Polish', 'Polski']);
  expect(lines[1]).toEqual(['Note', 'Not yet read by a native speaker.']);
  const row = (key: string) => lines.filter(([first]) => first === key);
  expect(row('bill.due')).toEqual([
    ...[
      ['bill.due', '', '{sum} due {day}', '', 'Under the amount. (screen: bill)', '{sum} {day}', '', 'new'],
    ],
  ]);
  expect(row('bill.daysLeft').map(([, form]) => form)).toEqual(['one', 'few', 'many', 'other']);
  expect(row('bill.links.read')[0]![5]).toBe('<policy>…</policy>');
  expect(row('bill.title')[0]![6]).toBe('16 letters');
  expect(row('messages.received')[0]![6]).toBe('2 SMS, plain letters');
});

test('a text that a spreadsheet would take for a formula is none in the table, and comes back as it was', () => {
  const { language } = imported(translations);
  expect(sheetOf(language, sentences)).toContain("'-<policy>Polityka</policy> do czytania");
  expect(language.sentences['bill.links.read']!.text).toBe('-<policy>Polityka</policy> do czytania');
});

test.each([';', '\t'])('a table that a spreadsheet saved with %j between the cells is read', (delimiter) => {
  const sheet = filled(sheetOf(draft, sentences), translations, delimiter);
  expect(importSheet(draft, sentences, sheet)).toMatchObject({ refused: [], takenCount: 7 });
});

describe('a row that is not good is refused, and the others are taken', () => {
  test.each([
    ['bill.due', { 'bill.due': 'Do {day}' }, 'The place {sum} is missing.'],
    ['bill.due', { 'bill.due': '{day} {sum} {who}' }, 'The place {who} is not in the English sentence.'],
    ['bill.due', { 'bill.due': '{day} {sum} {day}' }, 'The place {day} stands there more than once.'],
    ['bill.due', { 'bill.due': '{day} {sum} {' }, 'A brace { or } is not closed.'],
    ['bill.links.read', { 'bill.links.read': 'Polityka' }, 'The mark <policy> is missing.'],
    [
      'bill.links.read',
      { 'bill.links.read': '</policy>Polityka<policy>' },
      'A mark in angle brackets is not closed, or has no words in it.',
    ],
    ['bill.daysLeft', { 'bill.daysLeft few': ' ' }, 'The plural form few is missing.'],
    ['bill.daysLeft', { 'bill.daysLeft many': 'wiele dni' }, 'many: The place {shown} is missing.'],
    [
      'bill.title',
      { 'bill.title': 'Rachunek za ten miesiąc' },
      'It is too long for its place: 23 letters, and 16 are the most.',
    ],
    [
      'app.tabs.me',
      { 'app.tabs.me': 'Moja strona tu' },
      'It is too long for its place: 14 letters, and 12 are the most.',
    ],
    [
      'messages.received',
      { 'messages.received': 'Dziękujemy za {amountNgwee}.[ Kredyt {walletNgwee}.]' },
      'It has a letter that costs more in an SMS. Use plain letters and signs.',
    ],
    [
      'messages.received',
      { 'messages.received': 'Dziekujemy {amountNgwee}. Kredyt {walletNgwee}.' },
      'The parts in [ ] must hold the same places as in English.',
    ],
    [
      'messages.received',
      { 'messages.received': `${'Dziekujemy '.repeat(28)}{amountNgwee}[{walletNgwee}]` },
      'It is too long: 328 letters are 3 SMS, and 2 are the most.',
    ],
  ])('%s %j', (key, changed, fault) => {
    const { refused, takenCount, language } = imported({ ...translations, ...changed });
    expect(refused).toEqual([`${key}: ${fault}`]);
    expect(takenCount).toBe(6);
    expect(language.sentences).not.toHaveProperty([key]);
  });

  test('a translation that was there is not taken back by an empty row', () => {
    const { language } = imported(translations);
    const { refused, language: after } = imported({ 'bill.title': '' }, language);
    expect(refused).toEqual(['bill.title: The translation is empty.']);
    expect(after.sentences['bill.title']!.text).toBe('Rachunek');
  });

  test('its English has changed since the table was exported, or its key is not known', () => {
    const sheet = filled(sheetOf(draft, sentences), translations);
    const newer = sentences.map((sentence) =>
      sentence.name === 'title' ? { ...sentence, english: 'Loan bill' } : sentence,
    );
    const without = newer.filter(({ name }) => name !== 'due');
    const { refused } = importSheet(draft, without, sheet) as { refused: string[] };
    expect(refused).toEqual([
      'bill.due: There is no such sentence.',
      'bill.title: The English sentence has changed. Export the table again.',
    ]);
  });
});

test('rows that are left empty are still to be translated', () => {
  expect(imported({ 'bill.title': 'Rachunek' })).toMatchObject({ refused: [], takenCount: 1, openCount: 6 });
});

test.each([
  ['of another language', 'ny', (sheet: string) => sheet, 'The file is of the language "pl", not of "ny".'],
  [
    'without its header',
    'pl',
    (sheet: string) => sheet.replace('key,form', 'a,b'),
    'The file has no line that',
  ],
  ['in another encoding', 'pl', (sheet: string) => `${sheet}\uFFFD`, 'The file is not in UTF-8.'],
])('a table %s is refused as a whole', (_, tag, change, fault) => {
  const result = importSheet({ ...draft, tag }, sentences, change(sheetOf(draft, sentences)));
  expect((result as { fault: string }).fault).toContain(fault);
});

describe('a sentence whose English has changed', () => {
  const { language } = imported(translations);
  const newer = sentences.map((sentence) =>
    sentence.name === 'title' ? { ...sentence, english: 'Loan bill' } : sentence,
  );

  test('fails the check until it is dropped', () => {
    expect(checkLanguage(language, sentences)).toEqual([]);
    expect(checkLanguage(language, newer)).toEqual([
      'pl: bill.title: The English sentence has changed. Run "npm run translations -- refresh".',
    ]);
    const refreshed = refreshLanguage(language, newer);
    expect(refreshed.dropped).toEqual(['bill.title']);
    expect(checkLanguage(refreshed.language, newer)).toEqual([]);
    expect(missingOf(refreshed.language, newer)).toEqual(['bill.title']);
  });

  test('is shown to the translator with its earlier translation, and not taken as it was', () => {
    const [row] = parseCsv(sheetOf(language, newer)).filter(([key]) => key === 'bill.title');
    expect(row).toMatchObject({ 2: 'Loan bill', 3: '', 7: 'changed' });
    expect(row![4]).toContain('“Rachunek”');
  });
});

test('the check finds a bad text, a sentence that is gone, and what a finished language lacks', () => {
  const { language } = imported({ 'bill.title': 'Rachunek' });
  const wrong = {
    ...language,
    isFinished: true,
    sentences: {
      ...language.sentences,
      'bill.title': { ...language.sentences['bill.title']!, text: '' },
      'bill.gone': language.sentences['bill.title']!,
    },
  };
  const findings = checkLanguage(wrong, sentences);
  expect(findings).toContain('pl: bill.title: The translation is empty.');
  expect(findings.some((line) => line.startsWith('pl: bill.gone: There is no such sentence.'))).toBe(true);
  expect(findings).toContain('pl: bill.due: The finished language lacks it.');
});
