import type { Forms, Text } from '@thumba/words/language-file';
import { smsParts } from '@thumba/words/sms-length';
import type { Sentence } from './read-catalogue.ts';

/*
 * What a translated text has to keep of the English one: its values, its links, and a length that fits the place where
 * it is shown.
 */

/** The parts of the server whose texts are sent as SMS. */
const SMS_PARTS: ReadonlySet<string> = new Set(['messages', 'codeMessage', 'deletionCodeMessage']);
const TAB_NAMES = /^app\.tabs\.(?!label$)/;

/** An operator charges for each part of an SMS. */
const MOST_SMS_PARTS = 2;
/** The tabs share the width of a phone. */
const MOST_TAB_LETTERS = 12;

export const keyOf = ({ part, name }: Sentence): string => `${part}.${name}`;

/** The plural forms of a language, as its translator has to write them. */
export function formsOf(tag: string): readonly string[] {
  return pluralRules(tag).resolvedOptions().pluralCategories;
}

/** The English text that a text, or a plural form of it, is translated from. */
export function englishOf({ english }: Sentence, form: string): Text {
  return typeof english === 'string' ? english : (english[form] ?? english.other ?? '');
}

/** Why the text cannot stand for the English one. Undefined when it can. */
export function faultOf(sentence: Sentence, translated: Text | Forms, tag: string): string | undefined {
  if (typeof sentence.english === 'string') {
    if (typeof translated !== 'string') return 'It has plural forms, and the English sentence has none.';
    return faultOfText(sentence, '', translated, tag);
  }
  if (typeof translated === 'string') return 'It has no plural forms, and the English sentence has them.';
  const missing = formsOf(tag).filter((form) => (translated[form] ?? '').trim() === '');
  if (missing.length > 0) return `The plural form ${missing.join(', ')} is missing.`;
  for (const form of formsOf(tag)) {
    const fault = faultOfText(sentence, form, translated[form]!, tag);
    if (fault !== undefined) return `${form}: ${fault}`;
  }
  return undefined;
}

function faultOfText(sentence: Sentence, form: string, text: Text, tag: string): string | undefined {
  if (text.trim() === '') return 'The translation is empty.';
  return (
    faultOfPlaces(sentence, form, text, tag) ??
    faultOfTags(englishOf(sentence, form), text) ??
    (isSms(sentence) ? faultOfSms(englishOf(sentence, form), text) : faultOfLength(sentence, text))
  );
}

const PLACE = /\{[^{}]*\}/g;

/** The values that a text has, or a plural form of it may have. */
export function placesOf(sentence: Sentence, form: string): { needed: string[]; allowed: string[] } {
  const english = englishOf(sentence, form);
  const needed: string[] = english.match(PLACE) ?? [];
  if (typeof sentence.english === 'string') return { needed, allowed: needed };
  const allowed = new Set(Object.values(sentence.english).flatMap((text) => text.match(PLACE) ?? []));
  return { needed, allowed: [...allowed] };
}

function faultOfPlaces(sentence: Sentence, form: string, text: Text, tag: string): string | undefined {
  const found: string[] = text.match(PLACE) ?? [];
  const { allowed } = placesOf(sentence, form);
  const needed = placesOf(sentence, meansOneNumber(form, tag) ? form : 'other').needed;
  const missing = needed.find((place) => !found.includes(place));
  if (missing !== undefined) return `The place ${missing} is missing.`;
  const unknown = found.find((place) => !allowed.includes(place));
  if (unknown !== undefined) return `The place ${unknown} is not in the English sentence.`;
  const most = (place: string) => Math.max(1, needed.filter((other) => other === place).length);
  const doubled = found.find((place) => found.filter((other) => other === place).length > most(place));
  if (doubled !== undefined) return `The place ${doubled} stands there more than once.`;
  if (/[{}]/.test(text.replaceAll(PLACE, ''))) return 'A brace { or } is not closed.';
  return undefined;
}

/** "1 day left" needs no number if the language uses the form for 1 only. */
function meansOneNumber(form: string, tag: string): boolean {
  if (form === '') return true;
  const rules = pluralRules(tag);
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  return numbers.filter((number) => rules.select(number) === form).length === 1;
}

function faultOfTags(english: Text, text: Text): string | undefined {
  const tags = /<\/?\w+>/g;
  const needed: string[] = english.match(tags) ?? [];
  const found: string[] = text.match(tags) ?? [];
  const missing = needed.find((tag) => !found.includes(tag));
  if (missing !== undefined) return `The mark ${missing} is missing.`;
  const unknown = found.find((tag) => !needed.includes(tag));
  if (unknown !== undefined) return `The mark ${unknown} is not in the English sentence.`;
  if (found.length > needed.length) return 'A mark in angle brackets stands there more than once.';
  const closed = [...text.matchAll(/<(\w+)>[^<]+<\/\1>/g)].length * 2;
  return closed === found.length
    ? undefined
    : 'A mark in angle brackets is not closed, or has no words in it.';
}

function isSms({ part, side }: Sentence): boolean {
  return side === 'server' && SMS_PARTS.has(part);
}

function faultOfSms(english: Text, text: Text): string | undefined {
  const optional = (of: Text) => (of.match(/\[[^[\]]*\]/g) ?? []).map((piece) => piece.match(PLACE)).join();
  const sorted = (of: Text) => optional(of).split(',').sort().join();
  if (sorted(english) !== sorted(text)) return 'The parts in [ ] must hold the same places as in English.';
  if (/[[\]]/.test(text.replaceAll(/\[[^[\]]*\]/g, ''))) return 'A bracket [ or ] is not closed.';
  const sent = smsParts(withExamples(text));
  if (sent.encoding !== 'gsm7')
    return 'It has a letter that costs more in an SMS. Use plain letters and signs.';
  const most = Math.max(MOST_SMS_PARTS, smsParts(withExamples(english)).parts);
  if (sent.parts <= most) return undefined;
  return `It is too long: ${sent.units} letters are ${sent.parts} SMS, and ${most} are the most.`;
}

/** The text as it is sent, with long values, and with the parts that are left out at times. */
function withExamples(text: Text): string {
  return text.replaceAll(/[[\]]/g, '').replaceAll(PLACE, (place) => exampleOf(place.slice(1, -1)));
}

function exampleOf(name: string): string {
  if (/Ngwee$|^(sum|amount|owed)$/.test(name)) return 'K12,345.60';
  if (/On$|^day$/.test(name)) return '22 September';
  if (name === 'link') return 'https://loans.pocket-wallet.co.zm/qp?code=R1tT0kQx-8mYv_2LhS4d9A';
  if (name === 'lenderPhone') return '+260 211 123 456';
  if (name === 'device') return 'Chrome on Android';
  return '1000001-14';
}

/** A text of one or two words stands on a button or beside a figure. There is room for twice its length and a little. */
const NAME = /^[^\s{}<>]+( [^\s{}<>]+)?$/;

function mostLetters(sentence: Sentence): number | undefined {
  if (TAB_NAMES.test(keyOf(sentence))) return MOST_TAB_LETTERS;
  if (typeof sentence.english !== 'string' || sentence.side === 'server') return undefined;
  return NAME.test(sentence.english) ? 2 * sentence.english.length + 8 : undefined;
}

function faultOfLength(sentence: Sentence, text: Text): string | undefined {
  const most = mostLetters(sentence);
  if (most === undefined || text.trim().length <= most) return undefined;
  return `It is too long for its place: ${text.trim().length} letters, and ${most} are the most.`;
}

/** The length limit, as the translator reads it. */
export function limitOf(sentence: Sentence, form: string): string {
  if (isSms(sentence)) {
    const most = Math.max(MOST_SMS_PARTS, smsParts(withExamples(englishOf(sentence, form))).parts);
    return `${most} SMS, plain letters`;
  }
  const most = mostLetters(sentence);
  return most === undefined ? '' : `${most} letters`;
}

/** English has a rule for a language that this computer has no rule for. */
function pluralRules(tag: string): Intl.PluralRules {
  return new Intl.PluralRules([tag, 'en']);
}
