import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { fromDecimalAmount } from '../payment/operators/decimal-amount.ts';
import type { Written } from './statement-dates.ts';
import type { StatementRefusal } from './statement-text.ts';

const UNREADABLE = 'the amount cannot be read: write it as 1150.50';
const POINT = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2}(?:0{2,})?)?$/;
const COMMA = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2}(?:0{2,})?)?$/;

/**
 * Reads the amounts of a file together, in ngwee. "1,150.50" and "1.150,50" are one amount: a file writes all its
 * amounts in one of these ways. The kind of a row gives its direction, so a minus sign or brackets say nothing new.
 */
export function readAmounts(written: readonly Written[]): Outcome<number[], StatementRefusal> {
  const amounts = written.map(({ text }) => unsigned(text));
  const hasDecimalComma = amounts.some((text) => COMMA.test(text) && !POINT.test(text) && text.includes(','));
  const pattern = hasDecimalComma ? COMMA : POINT;
  const read = amounts.map((text) => {
    if (!pattern.test(text)) return undefined;
    return fromDecimalAmount(hasDecimalComma ? text.replaceAll('.', '').replace(',', '.') : text);
  });
  const unread = read.indexOf(undefined);
  if (unread >= 0) return refuse({ line: written[unread]!.line, problem: UNREADABLE });
  return allow(read as number[]);
}

function unsigned(text: string): string {
  return text
    .replace(/^\((.*)\)$/, '$1')
    .replaceAll(/^(?:[-−]|K|ZMW|\s)+|(?:-|ZMW|\s)+$/g, '')
    .replaceAll(/(?<=\d)[\s’'](?=\d{3})/g, '');
}
