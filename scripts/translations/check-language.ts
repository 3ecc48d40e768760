import type { LanguageFile } from '@thumba/words/language-file';
import type { Sentence } from './read-catalogue.ts';
import { sameText } from './sheet.ts';
import { faultOf, keyOf } from './text-rules.ts';

/** A line for each sentence of a language that is wrong, and for each one that a finished language lacks. */
export function checkLanguage(language: LanguageFile, sentences: readonly Sentence[]): string[] {
  const { tag } = language;
  const current = new Map(sentences.map((sentence) => [keyOf(sentence), sentence]));
  const findings = Object.entries(language.sentences).flatMap(([key, translated]) => {
    const sentence = current.get(key);
    if (sentence === undefined) return [`${tag}: ${key}: There is no such sentence. ${REFRESH}`];
    if (!sameText(translated.english, sentence.english)) {
      return [`${tag}: ${key}: The English sentence has changed. ${REFRESH}`];
    }
    if (!isTakenOver(translated, sentence)) return [`${tag}: ${key}: Its values have changed. ${REFRESH}`];
    const fault = faultOf(sentence, translated.text, tag);
    return fault === undefined ? [] : [`${tag}: ${key}: ${fault}`];
  });
  if (!language.isFinished) return findings;
  return [
    ...findings,
    ...missingOf(language, sentences).map((key) => `${tag}: ${key}: The finished language lacks it.`),
  ];
}

const REFRESH = 'Run "npm run translations -- refresh".';

/** The keys of the sentences that are not translated. */
export function missingOf(language: LanguageFile, sentences: readonly Sentence[]): string[] {
  return sentences.map(keyOf).filter((key) => language.sentences[key] === undefined);
}

/**
 * Drops the sentences whose English has changed or is gone, and answers their keys. Who says a sentence and the order of
 * its values are taken over from the catalogue.
 */
export function refreshLanguage(
  language: LanguageFile,
  sentences: readonly Sentence[],
): { language: LanguageFile; dropped: string[] } {
  const current = new Map(sentences.map((sentence) => [keyOf(sentence), sentence]));
  const dropped: string[] = [];
  const kept = Object.entries(language.sentences).flatMap(([key, translated]) => {
    const sentence = current.get(key);
    if (sentence === undefined || !sameText(translated.english, sentence.english)) {
      dropped.push(key);
      return [];
    }
    const { side, english, given, countedBy } = sentence;
    return [[key, { side, english, given, countedBy, text: translated.text }] as const];
  });
  return { language: { ...language, sentences: Object.fromEntries(kept) }, dropped };
}

function isTakenOver(translated: LanguageFile['sentences'][string], sentence: Sentence): boolean {
  return (
    translated.side === sentence.side &&
    translated.countedBy === sentence.countedBy &&
    (translated.given ?? []).join() === sentence.given.join()
  );
}
