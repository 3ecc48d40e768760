import { formatCount } from '@thumba/lending/count';
import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { parseKwacha } from '@thumba/lending/money';
import { z } from 'zod';
import { DEVICE_TYPE } from './codes.ts';
import { contractWords, said } from './contract-words.ts';

/** Marks that change the direction of text, or that take no space. A name with one can look like another name. */
const DIRECTION_MARKS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const ZERO_WIDTH = '\\u00ad\\u180e\\u200b\\u2060-\\u2064\\ufeff';
/** The joiners are part of emoji and of some scripts, but of no name here. */
const HIDDEN = new RegExp(`[\\p{Cc}${DIRECTION_MARKS}${ZERO_WIDTH}\\u200c\\u200d]`, 'u');
const HIDDEN_IN_LINES = new RegExp(`[^\\P{Cc}\\n]|[${DIRECTION_MARKS}${ZERO_WIDTH}]`, 'gu');

/** Whether a text of one line has control characters, direction marks or characters without width. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

/** A text of one line without hidden characters. */
export function visibleText(maxLength: number) {
  return z
    .string(tooLong(maxLength))
    .max(maxLength, tooLong(maxLength))
    .refine((text) => !hasHiddenCharacters(text), said('hiddenCharacters'));
}

/** The message of a text that may have at most `maxLength` characters. */
export function tooLong(maxLength: number) {
  return { error: () => contractWords.tooLong(formatCount(maxLength)) };
}

/** A text of several lines, without its hidden characters. */
export function withoutHiddenCharacters(text: string): string {
  return text.replaceAll(HIDDEN_IN_LINES, '');
}

/** A Zambian mobile number as people write it: ten digits, the first one 0. */
export const MOBILE_PATTERN = /^0(?:[59][5-8]|7[5-9])\d{7}$/;

export const mobile = z
  .string(said('phone'))
  .regex(MOBILE_PATTERN, said('phone'))
  .meta({ id: 'Mobile', examples: ['0977123456'] });

/** A device secret: 32 random bytes that the app makes once and keeps over a logout. It tells a known device. */
export const DEVICE_SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** The second code of a call that could hand an account to a stranger. The call without it is refused. */
export const stepUpCode = z
  .string(said('stepUpCode'))
  .regex(/^\d{6}$/, said('stepUpCode'))
  .meta({
    description: 'The six digits sent by sendStepUpCode. Without them: 400 with data.reason step_up_required',
  });

export const identityDigits = z
  .string(said('identityDigits'))
  .regex(/^\d{4}$/, said('identityDigits'))
  .meta({
    description: "The last four of the first six digits of the borrower's NRC. Needed on a new device",
  });

/** What a call takes that asks for a second code. */
export const stepUp = { stepUpCode: stepUpCode.optional(), identityDigits: identityDigits.optional() };

export const code = z.string(said('code')).regex(/^\d{4}$/, said('code'));

/** Kwacha as a JSON number with at most two decimals. */
export const kwacha = z
  .number(said('amount'))
  .refine((value) => parseKwacha(value) !== undefined, said('amountPattern'))
  .meta({ id: 'Kwacha', description: 'Kwacha, at most two decimals', examples: [1150.5] });

/** Kwacha in an answer. The server makes it from an integer, so only the type is checked. */
export const kwachaOut = z.number().meta({ description: 'Kwacha, at most two decimals' });

export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ description: 'A day in Lusaka, YYYY-MM-DD' });

export const instant = z.iso.datetime().meta({ description: 'An instant, ISO 8601 in UTC' });

/** A database id. Ids have 64 bits, but JSON numbers are exact only up to 2^53, so a larger id is refused. */
export const id = z.int(said('id')).min(0).max(Number.MAX_SAFE_INTEGER);
export const idInPath = z
  .string()
  .regex(/^\d{1,15}$/, said('id'))
  .transform(Number);

export const rate = z.string().meta({ description: 'A rate as a decimal string, like "0.004"' });
export const percent = z.number().meta({ description: 'Percent with one decimal, like 170.4' });
export const operatorName = z.enum(OPERATOR_NAMES, said('operator'));
export const operatorsOn = z
  .array(z.string())
  .meta({ description: 'The names of the mobile-money operators that are on' });
export const deviceType = z
  .union([z.literal(DEVICE_TYPE.android), z.literal(DEVICE_TYPE.browser)])
  .default(DEVICE_TYPE.browser);
export const nothing = z.null();

export const page = z.coerce.number().int().min(1).max(10_000).default(1);
export const pageSize = z.coerce.number().int().min(1).max(100).default(20);
