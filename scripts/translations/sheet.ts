import { DRAFT_NOTE, type LanguageFile } from '@thumba/words/language-file';
import { type CellValue, parseCsv, writeCsv } from 'hucre/csv';
import type { Sentence } from './read-catalogue.ts';
import { englishOf, formsOf, keyOf, limitOf, placesOf } from './text-rules.ts';

/*
 * The table that a translator fills in with a spreadsheet. Its first lines say which language it is. A text that a
 * spreadsheet would take for a formula begins with an apostrophe there.
 */

const COLUMNS = [
  ...['key', 'form', 'English', 'translation', 'context', 'places', 'limit', 'status'],
] as const;

export type SheetRow = { key: string; form: string; english: string; translation: string };

/** The table of a language, with a line for each sentence, and for each plural form of a sentence with a count. */
export function sheetOf(language: LanguageFile, sentences: readonly Sentence[]): string {
  const head = [
    ['Language', language.tag, language.englishName, language.name],
    ['Note', language.isFinished ? language.note : DRAFT_NOTE],
    [
      'How',
      'Write into the column "translation" only. Keep each {place} and each <mark>. docs/translating.md',
    ],
    [],
  ];
  const sorted = [...sentences].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const rows = sorted.flatMap((sentence) => rowsOf(language, sentence));
  return writeCsv([...head, [...COLUMNS], ...rows], { bom: true, escapeFormulae: true });
}

function rowsOf(language: LanguageFile, sentence: Sentence): string[][] {
  const key = keyOf(sentence);
  const known = language.sentences[key];
  const isSame = known !== undefined && sameText(known.english, sentence.english);
  const status = known === undefined ? 'new' : isSame ? 'done' : 'changed';
  const forms = typeof sentence.english === 'string' ? [''] : formsOf(language.tag);
  return forms.map((form) => {
    const text = typeof known?.text === 'string' ? known.text : known?.text[form];
    const before =
      known && !isSame ? `Was translated as “${text ?? ''}” while the English was different.` : '';
    return [
      key,
      form,
      englishOf(sentence, form),
      isSame ? (text ?? '') : '',
      [before, sentence.context, screenOf(sentence)].filter((part) => part !== '').join(' '),
      placesText(sentence, form),
      limitOf(sentence, form),
      status,
    ];
  });
}

/** Where the sentence is found: the file tells the screen better than its key. */
function screenOf({ side, place }: Sentence): string {
  const file = place
    .replace(/:\d+$/, '')
    .split('/')
    .at(-1)!
    .replace(/(-words)?\.tsx?$/, '');
  return `(${side === 'app' ? 'screen' : side}: ${file})`;
}

function placesText(sentence: Sentence, form: string): string {
  const { allowed } = placesOf(sentence, form);
  const marks = englishOf(sentence, form).match(/<(\w+)>/g) ?? [];
  const optional = englishOf(sentence, form).match(/\[[^[\]]*\]/g) ?? [];
  return [
    ...allowed,
    ...marks.map((mark) => `${mark}…${mark.replace('<', '</')}`),
    ...(optional.length > 0 ? ['[…] is left out at times'] : []),
  ].join(' ');
}

/** The rows of a table that a spreadsheet saved, or what is wrong with the file as a whole. */
export function readSheet(text: string, tag: string): { rows: SheetRow[] } | { fault: string } {
  const header = /^\s*"?key"?([,;\t])/m.exec(text);
  if (header === null)
    return { fault: 'The file has no line that begins with "key". Save it as CSV (UTF-8).' };
  const lines = parseCsv(text, { delimiter: header[1]!, unescapeFormulae: true }).map((line) =>
    line.map(cellText),
  );
  const at = lines.findIndex(([first]) => first === 'key');
  const language = lines.slice(0, at).find(([first]) => first === 'Language')?.[1];
  if (language !== tag) return { fault: `The file is of the language "${language ?? ''}", not of "${tag}".` };
  if (text.includes('\uFFFD')) return { fault: 'The file is not in UTF-8. Save it as CSV (UTF-8).' };
  const names = lines[at] ?? [];
  const missing = COLUMNS.slice(0, 4).find((name) => !names.includes(name));
  if (missing !== undefined) return { fault: `The file has no column "${missing}".` };
  const cell = (line: readonly string[], name: string) => line[names.indexOf(name)] ?? '';
  const rows = lines.slice(at + 1).map((line) => ({
    key: cell(line, 'key').trim(),
    form: cell(line, 'form').trim(),
    english: cell(line, 'English'),
    translation: cell(line, 'translation').normalize('NFC'),
  }));
  return { rows: rows.filter(({ key }) => key !== '') };
}

function cellText(value: CellValue): string {
  return String(value ?? '').replaceAll('\r\n', '\n');
}

/** Whether two texts, or all of their plural forms, are the same. */
export function sameText(one: Sentence['english'], other: Sentence['english']): boolean {
  return sortedText(one) === sortedText(other);
}

function sortedText(text: Sentence['english']): string {
  return JSON.stringify(typeof text === 'string' ? text : Object.entries(text).sort());
}
