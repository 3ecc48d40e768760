import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { parseKwacha } from '@thumba/lending/money';
import { z } from 'zod';
import { DEVICE_TYPE } from './codes.ts';

export const PHONE_MESSAGE = 'Please enter the correct 10-digit phone number（0XXXXXXXXX）';
export const CODE_MESSAGE = 'Please enter the verification code';

/** Marks that change the direction of text, or that take no space. A name with one can look like another name. */
const DIRECTION_MARKS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const ZERO_WIDTH = '\\u00ad\\u180e\\u200b\\u2060-\\u2064\\ufeff';
/** The joiners are part of emoji and of some scripts, but of no name here. */
const HIDDEN = new RegExp(`[\\p{Cc}${DIRECTION_MARKS}${ZERO_WIDTH}\\u200c\\u200d]`, 'u');
const HIDDEN_IN_LINES = new RegExp(`[^\\P{Cc}\\n]|[${DIRECTION_MARKS}${ZERO_WIDTH}]`, 'gu');

export const HIDDEN_MESSAGE = 'Please use only letters and signs that can be seen';

/** Whether a text of one line has control characters, direction marks or characters without width. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

/** A text of one line without hidden characters. */
export function visibleText(message: string, maxLength: number) {
  return z
    .string(message)
    .max(maxLength, message)
    .refine((text) => !hasHiddenCharacters(text), HIDDEN_MESSAGE);
}

/** A text of several lines, without its hidden characters. */
export function withoutHiddenCharacters(text: string): string {
  return text.replaceAll(HIDDEN_IN_LINES, '');
}

/** A Zambian mobile number as people write it: ten digits, the first one 0. */
export const MOBILE_PATTERN = /^0(?:[59][5-8]|7[5-9])\d{7}$/;

export const mobile = z
  .string(PHONE_MESSAGE)
  .regex(MOBILE_PATTERN, PHONE_MESSAGE)
  .meta({ id: 'Mobile', examples: ['0977123456'] });

/** A device secret: 32 random bytes that the app makes once and keeps over a logout. It tells a known device. */
export const DEVICE_SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;

const STEP_UP_MESSAGE = 'Please enter the six digits of the SMS';

/** The second code of a call that could hand an account to a stranger. The call without it is refused. */
export const stepUpCode = z
  .string(STEP_UP_MESSAGE)
  .regex(/^\d{6}$/, STEP_UP_MESSAGE)
  .meta({
    description: 'The six digits sent by sendStepUpCode. Without them: 400 with data.reason step_up_required',
  });

export const identityDigits = z
  .string('Please enter four digits')
  .regex(/^\d{4}$/, 'Please enter four digits')
  .meta({
    description: "The last four of the first six digits of the borrower's NRC. Needed on a new device",
  });

/** What a call takes that asks for a second code. */
export const stepUp = { stepUpCode: stepUpCode.optional(), identityDigits: identityDigits.optional() };

export const code = z.string(CODE_MESSAGE).regex(/^\d{4}$/, CODE_MESSAGE);

/** Kwacha as a JSON number with at most two decimals. */
export const kwacha = z
  .number('Please enter an amount')
  .refine(
    (value) => parseKwacha(value) !== undefined,
    'Please enter an amount in kwacha and ngwee, like 150.50',
  )
  .meta({ id: 'Kwacha', description: 'Kwacha, at most two decimals', examples: [1150.5] });

/** Kwacha in an answer. The server makes it from an integer, so only the type is checked. */
export const kwachaOut = z.number().meta({ description: 'Kwacha, at most two decimals' });

export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ description: 'A day in Lusaka, YYYY-MM-DD' });

export const instant = z.iso.datetime().meta({ description: 'An instant, ISO 8601 in UTC' });

/** A database id. Ids have 64 bits, but JSON numbers are exact only up to 2^53, so a larger id is refused. */
export const id = z.int('This id is not a number').min(0).max(Number.MAX_SAFE_INTEGER);
export const idInPath = z
  .string()
  .regex(/^\d{1,15}$/, 'This id is not a number')
  .transform(Number);

export const rate = z.string().meta({ description: 'A rate as a decimal string, like "0.004"' });
export const percent = z.number().meta({ description: 'Percent with one decimal, like 170.4' });
export const operatorName = z.enum(OPERATOR_NAMES, 'Please choose a mobile-money operator');
export const operatorsOn = z
  .array(z.string())
  .meta({ description: 'The names of the mobile-money operators that are on' });
export const deviceType = z
  .union([z.literal(DEVICE_TYPE.android), z.literal(DEVICE_TYPE.browser)])
  .default(DEVICE_TYPE.browser);
export const nothing = z.null();

export const page = z.coerce.number().int().min(1).max(10_000).default(1);
export const pageSize = z.coerce.number().int().min(1).max(100).default(20);
