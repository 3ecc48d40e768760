/** Whom a card was issued to. */
export type CardHolder = 'zambian' | 'commonwealth' | 'other';

/**
 * A kind of number that can stand on a card. Another card, such as a digital one, or a single number for each person, is
 * one more row here.
 */
export type NumberFormat = {
  kind: 'nrc';
  /** How many digits each part has. */
  digitsOfParts: readonly number[];
  separator: string;
  holderOfLastDigit: Readonly<Record<string, CardHolder>>;
};

export const NUMBER_FORMATS: readonly [NumberFormat, ...NumberFormat[]] = [
  {
    kind: 'nrc',
    digitsOfParts: [6, 2, 1],
    separator: '/',
    holderOfLastDigit: { 1: 'zambian', 2: 'commonwealth', 3: 'other' },
  },
];

const formOf = ({ digitsOfParts, separator }: NumberFormat) =>
  digitsOfParts.map((count) => (count === 1 ? '\\d' : `\\d{${count}}`)).join(separator);

/** A text that has the form of a number, and nothing else in it. */
export const NUMBER_PATTERN = new RegExp(NUMBER_FORMATS.map((format) => `^${formOf(format)}$`).join('|'));

/** Each number in a longer text. */
export const NUMBERS_IN_TEXT = new RegExp(
  NUMBER_FORMATS.map((format) => `\\b${formOf(format)}\\b`).join('|'),
  'g',
);

/** What a number says. Undefined for a text that is the number of no card, or whose last digit has no meaning. */
export function cardNumber(
  text: string,
  formats: readonly NumberFormat[] = NUMBER_FORMATS,
): { kind: NumberFormat['kind']; holder: CardHolder } | undefined {
  for (const { kind, digitsOfParts, separator, holderOfLastDigit } of formats) {
    const parts = text.split(separator);
    const holder = holderOfLastDigit[text.at(-1) ?? ''];
    const isInParts =
      parts.length === digitsOfParts.length &&
      parts.every((part, place) => part.length === digitsOfParts[place] && /^\d+$/.test(part));
    if (isInParts && holder !== undefined) return { kind, holder };
  }
  return undefined;
}
