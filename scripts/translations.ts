import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DRAFT_NOTE, type LanguageFile } from '@thumba/words/language-file';
import { checkLanguage, missingOf, refreshLanguage } from './translations/check-language.ts';
import { importSheet } from './translations/import-sheet.ts';
import { readLanguage, readLanguages, writeLanguage } from './translations/language-files.ts';
import { readCatalogue } from './translations/read-catalogue.ts';
import { sheetOf } from './translations/sheet.ts';

/* The languages of the app and of the server, and the tables for their translators: docs/translating.md. */

const root = join(import.meta.dirname, '..');
const { sentences, findings } = readCatalogue(root);

const USAGE = `npm run translations -- start <tag> <own name> <English name>
npm run translations -- export <tag> [file]
npm run translations -- import <tag> <file>
npm run translations -- check
npm run translations -- refresh
npm run translations -- finish <tag> --read-by "<name>"
npm run translations -- reopen <tag>`;

const commands: Record<string, (given: string[], readBy: string | undefined) => number> = {
  start([tag = '', name = '', englishName = '']) {
    if (!isTag(tag) || englishName === '') return fail(USAGE);
    if (readLanguage(root, tag)) return fail(`languages/${tag}.json exists already.`);
    writeLanguage(root, { tag, name, englishName, isFinished: false, note: DRAFT_NOTE, sentences: {} });
    return say(`languages/${tag}.json is written.`);
  },

  export([tag, file]) {
    return withLanguage(tag, (language) => {
      const sheet = sheetOf(language, sentences);
      if (file === undefined) process.stdout.write(sheet);
      else writeFileSync(callersPath(file), sheet);
      return 0;
    });
  },

  import([tag, file]) {
    if (file === undefined) return fail(USAGE);
    return withLanguage(tag, (language) => {
      const imported = importSheet(language, sentences, readFileSync(callersPath(file), 'utf8'));
      if ('fault' in imported) return fail(imported.fault);
      const { refused, takenCount, openCount } = imported;
      writeLanguage(root, imported.language);
      for (const line of refused) console.error(line);
      say(`${takenCount} sentences taken, ${refused.length} refused, ${openCount} still to be translated.`);
      return refused.length === 0 ? 0 : 1;
    });
  },

  check() {
    const wrong = [
      ...findings,
      ...readLanguages(root).flatMap((language) => checkLanguage(language, sentences)),
    ];
    for (const line of wrong) console.error(line);
    say(`${sentences.length} sentences`);
    return wrong.length === 0 ? 0 : 1;
  },

  refresh() {
    for (const language of readLanguages(root)) {
      const refreshed = refreshLanguage(language, sentences);
      writeLanguage(root, refreshed.language);
      for (const key of refreshed.dropped) say(`${language.tag}: ${key} is dropped.`);
    }
    return 0;
  },

  finish([tag], readBy) {
    if (!readBy?.trim()) return fail('Say who read it: --read-by "<name>".');
    return withLanguage(tag, (language) => {
      const missing = missingOf(language, sentences);
      if (missing.length > 0) {
        return fail(`${missing.length} sentences are not translated, the first is ${missing[0]}.`);
      }
      const wrong = checkLanguage(language, sentences);
      if (wrong.length > 0) return fail(wrong.join('\n'));
      writeLanguage(root, { ...language, isFinished: true, note: `Read by ${readBy.trim()}.` });
      return say(`${language.englishName} is finished.`);
    });
  },

  reopen([tag]) {
    return withLanguage(tag, (language) => {
      writeLanguage(root, { ...language, isFinished: false, note: DRAFT_NOTE });
      return say(`${language.englishName} is a draft again.`);
    });
  },
};

function withLanguage(tag: string | undefined, work: (language: LanguageFile) => number): number {
  const language = tag === undefined ? undefined : readLanguage(root, tag);
  return language ? work(language) : fail(tag === undefined ? USAGE : `There is no languages/${tag}.json.`);
}

/** npm runs a script in the root of the project. A file is named as seen from where npm was called. */
function callersPath(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file);
}

function isTag(tag: string): boolean {
  return /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag);
}

function say(line: string): number {
  console.log(line);
  return 0;
}

function fail(line: string): number {
  console.error(line);
  return 1;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'read-by': { type: 'string' } },
});
const [command = 'check', ...given] = positionals;
process.exitCode = (commands[command] ?? (() => fail(USAGE)))(given, values['read-by']);
