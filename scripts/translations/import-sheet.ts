import type { Forms, LanguageFile, Text, TranslatedSentence } from '@thumba/words/language-file';
import type { Sentence } from './read-catalogue.ts';
import { readSheet, type SheetRow } from './sheet.ts';
import { englishOf, faultOf, formsOf, keyOf } from './text-rules.ts';

type Imported = {
  language: LanguageFile;
  /** A line for each row that was not taken. */
  refused: string[];
  takenCount: number;
  /** Sentences that have no translation yet. */
  openCount: number;
};

/** Takes the good rows of a table into the language. A row that is not good changes nothing. */
export function importSheet(
  language: LanguageFile,
  sentences: readonly Sentence[],
  text: string,
): Imported | { fault: string } {
  const read = readSheet(text, language.tag);
  if ('fault' in read) return read;
  const rowsByKey = Map.groupBy(read.rows, ({ key }) => key);
  const taken: Record<string, TranslatedSentence> = {};
  const refused: string[] = [];
  const known = new Set(sentences.map(keyOf));
  for (const key of rowsByKey.keys()) {
    if (!known.has(key)) refused.push(`${key}: There is no such sentence.`);
  }
  for (const sentence of sentences) {
    const key = keyOf(sentence);
    const rows = rowsByKey.get(key);
    if (rows === undefined || isOpen(rows, language.sentences[key])) continue;
    const fault = faultOfRows(sentence, rows, language.tag);
    if (fault !== undefined) {
      refused.push(`${key}: ${fault}`);
      continue;
    }
    const { side, english, given, countedBy } = sentence;
    taken[key] = { side, english, given, countedBy, text: textOf(sentence, rows, language.tag) };
  }
  const imported = { ...language, sentences: { ...language.sentences, ...taken } };
  const openCount = sentences.filter((sentence) => imported.sentences[keyOf(sentence)] === undefined).length;
  return { language: imported, refused, takenCount: Object.keys(taken).length, openCount };
}

/** A row that is still to be translated is left empty. A translation is never taken back by an empty row. */
function isOpen(rows: readonly SheetRow[], earlier: TranslatedSentence | undefined): boolean {
  return earlier === undefined && rows.every(({ translation }) => translation.trim() === '');
}

function faultOfRows(sentence: Sentence, rows: readonly SheetRow[], tag: string): string | undefined {
  const forms = typeof sentence.english === 'string' ? [''] : formsOf(tag);
  for (const row of rows) {
    if (!forms.includes(row.form)) return `The language has no form "${row.form}" for it.`;
    if (rows.some((other) => other !== row && other.form === row.form)) {
      return 'It stands there more than once.';
    }
    if (row.english.trim() !== englishOf(sentence, row.form).trim()) {
      return 'The English sentence has changed. Export the table again.';
    }
  }
  if (rows.every(({ translation }) => translation.trim() === '')) return 'The translation is empty.';
  return faultOf(sentence, textOf(sentence, rows, tag), tag);
}

function textOf(sentence: Sentence, rows: readonly SheetRow[], tag: string): Text | Forms {
  const textOfForm = (form: string) => {
    const translation = rows.find((row) => row.form === form)?.translation ?? '';
    return spacedLike(englishOf(sentence, form), translation.trim());
  };
  if (typeof sentence.english === 'string') return textOfForm('');
  return Object.fromEntries(formsOf(tag).map((form) => [form, textOfForm(form)]));
}

/** A space at the end of a cell cannot be seen, so the spaces at both ends are those of the English text. */
function spacedLike(english: Text, text: Text): Text {
  if (text === '') return '';
  return /^\s*/.exec(english)![0] + text + /\s*$/.exec(english)![0];
}
