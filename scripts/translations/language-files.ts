import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageFile, TranslatedSentence } from '@thumba/words/language-file';

/** The folder of the languages, in the root of the project. */
const folderOf = (root: string) => join(root, 'languages');
const pathOf = (root: string, tag: string) => join(folderOf(root), `${tag}.json`);

export function readLanguages(root: string): LanguageFile[] {
  if (!existsSync(folderOf(root))) return [];
  return readdirSync(folderOf(root))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folderOf(root), name), 'utf8')) as LanguageFile);
}

export function readLanguage(root: string, tag: string): LanguageFile | undefined {
  return readLanguages(root).find((language) => language.tag === tag);
}

export function writeLanguage(root: string, language: LanguageFile): void {
  mkdirSync(folderOf(root), { recursive: true });
  writeFileSync(pathOf(root, language.tag), languageText(language));
}

/** The content of the file. Its sentences are sorted, so that a change of one is a change of a few lines. */
export function languageText({ tag, name, englishName, isFinished, note, sentences }: LanguageFile): string {
  const sorted = Object.entries(sentences).sort(([one], [other]) => (one < other ? -1 : 1));
  const written = Object.fromEntries(sorted.map(([key, sentence]) => [key, inOrder(sentence)]));
  return `${JSON.stringify({ tag, name, englishName, isFinished, note, sentences: written }, null, 2)}\n`;
}

function inOrder({ side, english, given = [], countedBy, text }: TranslatedSentence): TranslatedSentence {
  return { side, english, given: given.length > 0 ? given : undefined, countedBy, text };
}
