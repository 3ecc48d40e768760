import { lettersBeyondGsm7, type SmsLength, smsParts } from '@thumba/words/sms-length';
import type { PublishedWording } from '../../book/message/messages.ts';
import { textIn } from './wording.ts';

export type TextLanguage = { tag: string; name: string };

/** The figures of a sample loan, and figures as long as they get. */
export type Samples = { usual: Record<string, unknown>; longest: Record<string, unknown> };

export type RenderedText = SmsLength & {
  language: string;
  languageName: string;
  text: string;
  mostParts: number;
  oddLetters: string[];
};

/** A message as a borrower of this language reads it, with its length as an SMS. */
export function renderText(
  message: { kind: string; wording: PublishedWording },
  language: TextLanguage,
  { usual, longest }: Samples,
): RenderedText {
  const text = textIn(language.tag, message, usual);
  const length = smsParts(text);
  const ofLongest = smsParts(textIn(language.tag, message, longest));
  return {
    ...length,
    language: language.tag,
    languageName: language.name,
    text,
    mostParts: Math.max(length.parts, ofLongest.parts),
    oddLetters: lettersBeyondGsm7(text),
  };
}
