import { addDays, type Day, isDay } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { lusakaInstant } from '../../platform/clock.ts';
import type { StatementRefusal } from './statement-text.ts';

/** A text of a file with the line on which it stands. */
export type Written = { text: string; line: number };

type Spelling = 'year first' | 'numbers' | 'month by name' | 'serial number';
type NumberOrder = 'day first' | 'month first';
type Parsed = {
  spelling: Spelling;
  /** The instant where the first number is the day, and where it is the month. `undefined`: there is no such day. */
  at: Record<NumberOrder, Date | undefined>;
};

const CHANGE_DATE = 'write it as 2026-11-22 10:00:00';
const TIME = String.raw`(?:[ T,]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?)?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})${TIME}$`,
  'i',
);
const NUMBERS = new RegExp(
  String.raw`^(?<first>\d{1,2})[-/.](?<second_number>\d{1,2})[-/.](?<year>\d{4}|\d{2})${TIME}$`,
  'i',
);
const MONTH_BY_NAME = new RegExp(
  String.raw`^(?<day>\d{1,2})[- /]+(?<name>[a-z]{3,9})\.?[- /,]+(?<year>\d{4}|\d{2})${TIME}$`,
  'i',
);
const EXCEL_STARTS_ON = '1899-12-30' as Day;
/** Days since then, as Excel counts them, of the years 2009 to 2064. */
const SERIAL_NUMBER = /^(?<days>[45]\d{4})(?:[.,](?<fraction>\d+))?$/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const SECONDS_OF_DAY = 86_400;

/**
 * Reads the dates of a file together. "5/11/2026" is a day in May or in November: the other dates of the file decide,
 * and if none does, the file is refused. `ownDate` is how the operator itself writes the day first.
 */
export function readDates(
  written: readonly Written[],
  ownDate: RegExp | undefined,
): Outcome<Date[], StatementRefusal> {
  const parsed: Parsed[] = [];
  for (const { text, line } of written) {
    const date = parse(text, ownDate);
    if (date === undefined) return refuse({ line, problem: `the date cannot be read: ${CHANGE_DATE}` });
    if (parsed.length > 0 && date.spelling !== parsed[0]!.spelling) {
      const problem =
        'the date is written in another way than the dates above it: export the file again, and do not save it with Excel';
      return refuse({ line, problem });
    }
    parsed.push(date);
  }
  const orders = (['day first', 'month first'] as const).filter((order) =>
    parsed.every(({ at }) => at[order] !== undefined),
  );
  const [order, other] = orders;
  if (order === undefined) {
    const at = parsed.findIndex((date) => date.at['day first'] === undefined);
    return refuse({ line: written[at]!.line, problem: `the date cannot be read: ${CHANGE_DATE}` });
  }
  const ambiguous = other ? parsed.findIndex(({ at }) => at[order]!.getTime() !== at[other]!.getTime()) : -1;
  if (ambiguous >= 0) {
    const { line } = written[ambiguous]!;
    return refuse({ line, problem: `it is not clear which number of the date is the month: ${CHANGE_DATE}` });
  }
  return allow(parsed.map(({ at }) => at[order]!));
}

function parse(text: string, ownDate: RegExp | undefined): Parsed | undefined {
  const yearFirst = YEAR_FIRST.exec(text)?.groups;
  if (yearFirst) return certain('year first', instantOf(yearFirst, yearFirst.month, yearFirst.day));
  const numbers = NUMBERS.exec(text)?.groups;
  if (numbers) {
    const { first, second_number: second } = numbers;
    const dayFirst = instantOf(numbers, second, first);
    const isOwn = ownDate?.test(text) ?? false;
    const at = {
      'day first': dayFirst,
      'month first': isOwn ? undefined : instantOf(numbers, first, second),
    };
    return (dayFirst ?? at['month first']) ? { spelling: 'numbers', at } : undefined;
  }
  const named = MONTH_BY_NAME.exec(text)?.groups;
  if (named) {
    const month = MONTHS.indexOf(named.name!.slice(0, 3).toLowerCase()) + 1;
    return certain('month by name', instantOf(named, String(month), named.day));
  }
  const serial = SERIAL_NUMBER.exec(text)?.groups;
  return serial && certain('serial number', instantOfSerial(serial));
}

function certain(spelling: Spelling, at: Date | undefined): Parsed | undefined {
  return at && { spelling, at: { 'day first': at, 'month first': at } };
}

type Groups = Record<string, string | undefined>;

/** A date without a time of day is the beginning of its day. */
function instantOf(groups: Groups, month = '', day = ''): Date | undefined {
  const year = groups.year!.length === 2 ? `20${groups.year}` : groups.year;
  const on = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = timeOf(groups);
  return time !== undefined && isDay(on) ? lusakaInstant(on, time) : undefined;
}

function timeOf({ hour = '0', minute = '00', second = '00', half }: Groups): string | undefined {
  const hours = Number(hour);
  if (half === undefined) return `${hour.padStart(2, '0')}:${minute}:${second}`;
  if (hours < 1 || hours > 12) return undefined;
  const sinceMidnight = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(sinceMidnight).padStart(2, '0')}:${minute}:${second}`;
}

function instantOfSerial({ days, fraction = '0' }: Groups): Date | undefined {
  const seconds = Math.round(Number(`0.${fraction}`) * SECONDS_OF_DAY);
  const midnight = lusakaInstant(addDays(EXCEL_STARTS_ON, Number(days)), '00:00:00');
  return midnight && new Date(midnight.getTime() + seconds * 1000);
}
