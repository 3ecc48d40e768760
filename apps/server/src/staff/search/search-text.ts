import { MOBILE_PATTERN } from '@thumba/contract/fields';
import { LEAST_PREFIX_LETTERS, searchedWords } from '@thumba/identity/name-prefixes';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { readRecordNumber } from '../../book/staff-action.ts';
import { readPaperCode } from '../../credit/paper/paper-code.ts';

const MOST_CHARACTERS = 100;
const MOST_REFERENCE_CHARACTERS = 64;

/** What a text may be. Several of these at once: a number of six digits may be a loan and a ticket. */
export type SearchText = {
  mobile: string | undefined;
  idNumber: string | undefined;
  /** Of a loan, a bill, a ticket or a borrower. */
  recordNumber: number | undefined;
  receiptNo: { loanId: number; text: string } | undefined;
  paperCode: string | undefined;
  paymentId: string | undefined;
  /** Of an operator, or of an earlier system. */
  reference: string | undefined;
  /** The words of a name, the longest first. */
  words: readonly string[];
};

export type SearchRefusal = { kind: 'search_too_short' } | { kind: 'search_too_long' };

export function describeSearchRefusal({ kind }: SearchRefusal): string {
  return kind === 'search_too_short'
    ? `Type at least ${LEAST_PREFIX_LETTERS} letters of a name, or a number`
    : `Type at most ${MOST_CHARACTERS} characters`;
}

/** Reads what a person typed or copied into the search box. */
export function readSearchText(typed: string): Outcome<SearchText, SearchRefusal> {
  // A hostile text is cut before it is looked at. Spaces and marks around a copied number count for nothing.
  const start = typed.slice(0, 4 * MOST_CHARACTERS).normalize('NFKC');
  const text = start
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (text.length > MOST_CHARACTERS) return refuse({ kind: 'search_too_long' });
  const hasDigit = /\d/.test(text);
  const words = hasDigit ? [] : searchedWords(text).toSorted((one, other) => other.length - one.length);
  if (!hasDigit && (words[0] ?? '').length < LEAST_PREFIX_LETTERS)
    return refuse({ kind: 'search_too_short' });
  return allow({
    mobile: readMobile(text),
    idNumber: readIdNumber(text),
    recordNumber: readRecordNumber(text.replaceAll(/[\s#]/g, '')),
    receiptNo: readReceiptNo(text),
    paperCode: readPaperCode(text),
    paymentId: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined,
    reference: hasDigit && text.length <= MOST_REFERENCE_CHARACTERS ? text : undefined,
    words,
  });
}

/** `097 712 3456`, `+260977123456`, `00260 97 7123456` and `977123456` are one number. */
function readMobile(text: string): string | undefined {
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^(?:(?:\+|00)?260|0)?(?=\d{9}$)/, '0');
  return MOBILE_PATTERN.test(digits) ? digits : undefined;
}

/** `123456/10/1` as it is written on a card, with other signs or without any. */
function readIdNumber(text: string): string | undefined {
  const parts = /^(\d{6})[\s/.\\-]*(\d{2})[\s/.\\-]*(\d)$/.exec(text);
  return parts ? parts.slice(1).join('/') : undefined;
}

/** The number of a loan, and which of its entries: `100482-3`. */
function readReceiptNo(text: string): SearchText['receiptNo'] {
  const parts = /^([1-9]\d{0,14})-([1-9]\d{0,8})$/.exec(text.replaceAll(' ', ''));
  return parts ? { loanId: Number(parts[1]), text: parts[0] } : undefined;
}
