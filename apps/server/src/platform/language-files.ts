import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type LanguageFile, sentencesOf } from '@thumba/words/language-file';
import { languageOf } from '@thumba/words/translation';
import { speakOnly } from './language.ts';
import { StartFailure } from './start-failure.ts';

/** A language that borrowers may choose besides English. */
export type OfferedLanguage = { tag: string; name: string; isDraft: boolean };

const FOLDER = path.join(import.meta.dirname, '../../../../languages');

/**
 * Reads the files of the languages, and answers those that are on: the finished ones, and the drafts that are named.
 * From then on the program speaks them.
 */
export async function openLanguages(
  namedDrafts: readonly string[],
  folder = FOLDER,
): Promise<OfferedLanguage[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const files = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as LanguageFile),
  );
  const unknown = namedDrafts.find((tag) => !files.some((file) => file.tag === tag));
  if (unknown !== undefined) {
    const known = files.map(({ tag }) => tag).join(', ');
    throw new StartFailure(
      `DRAFT_LANGUAGES names "${unknown}", which is no language of this program: it has ${known}.`,
    );
  }
  const on = files.filter(({ tag, isFinished }) => isFinished || namedDrafts.includes(tag));
  speakOnly(on.map((file) => languageOf(file.tag, sentencesOf(file, 'server'))));
  return on.map(({ tag, name, isFinished }) => ({ tag, name, isDraft: !isFinished }));
}
