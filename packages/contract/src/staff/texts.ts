import { z } from 'zod';
import { kwachaOut } from '../fields.ts';
import { versionOf, waitingChange } from './kept-version.ts';
import { reason } from './people.ts';
import { digest, filed, preview } from './preview.ts';
import { MOST_SMS_PARTS, MOST_WORDING_LETTERS, TEXT_GROUPS } from './text-groups.ts';

const kind = z.string().regex(/^[a-z_]{1,60}$/, 'There is no such message.');
const tag = z.string().regex(/^[A-Za-z-]{2,10}$/, 'There is no such language.');
const wording = z.string().max(MOST_WORDING_LETTERS);

const length = {
  encoding: z.enum(['gsm7', 'ucs2']),
  units: z.int(),
  parts: z.int(),
  /** With amounts, names and links as long as they get. */
  mostParts: z.int(),
};

const rendered = z.object({
  ...length,
  language: tag,
  languageName: z.string(),
  /** The text with the figures of the sample loan. */
  text: z.string(),
  /** The letters that make it UCS-2. */
  oddLetters: z.array(z.string()),
  /** What all parts cost; null where the price of a part is not set. */
  cost: kwachaOut.nullable(),
});

const words = {
  english: wording,
  /** The lender's own words in other languages, by the tags of the languages. */
  translations: z.record(tag, wording),
};

const problem = z.object({ language: tag, sentence: z.string() });

/** The words of messages: what borrowers read as SMS and in the app. */
export const texts = {
  listTexts: {
    output: z.object({
      partCost: kwachaOut.nullable(),
      mostParts: z.literal(MOST_SMS_PARTS),
      items: z.array(
        z.object({
          ...versionOf,
          ...length,
          kind,
          group: z.enum(TEXT_GROUPS),
          text: z.string(),
          /** Whether it differs from the words of this program. */
          isOwn: z.boolean(),
          waitingRequestId: z.int().nullable(),
        }),
      ),
    }),
  },
  getText: {
    params: z.object({ kind }),
    output: z.object({
      ...versionOf,
      ...words,
      kind,
      group: z.enum(TEXT_GROUPS),
      /** The words of this program. */
      shipped: z.string(),
      partCost: kwachaOut.nullable(),
      figures: z.array(
        z.object({
          name: z.string(),
          sample: z.string(),
          /** Whether each wording has to have it. */
          isNeeded: z.boolean(),
        }),
      ),
      rendered: z.array(rendered),
      versions: z.array(z.object({ ...versionOf, ...words, text: z.string() })),
      waiting: waitingChange.nullable(),
    }),
  },
  previewText: {
    params: z.object({ kind }),
    body: z.object(words),
    output: z.object({
      rendered: z.array(rendered),
      problems: z.array(problem),
      /** Null while there is a problem, or nothing differs. */
      preview: preview.nullable(),
    }),
  },
  askForText: {
    params: z.object({ kind }),
    body: z.object({ ...words, reason, digest }),
    output: filed,
  },
};
