import { type Day, isDay } from '@thumba/lending/day';
import { CERTAINTY_OF_TAKEN_DIGIT, digitOf, lettersApart } from './read-text.ts';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const CERTAINTY_OF_TAKEN_MONTH = 0.7;

/** A day as it stands on a card, and how certain its form is (1 where every character was what it had to be). */
export type CardDate = { day: Day; certainty: number };

/** The day of a text such as `28/02/1994`, `28.02.1994`, `28-02-1994` or `28 FEB 1994`. */
export function cardDate(text: string): CardDate | undefined {
  const parts = text
    .trim()
    .split(/[\s/.,-]+/)
    .filter((part) => part !== '');
  const [date, month, year, ...rest] = parts.length === 1 ? inParts(parts[0]!) : parts;
  if (!date || !month || !year || rest.length > 0) return undefined;
  const [readDate, readMonth, readYear] = [digits(date, 2), monthOf(month), digits(year, 4)];
  if (!readDate || !readMonth || !readYear) return undefined;
  const day = `${readYear.text}-${readMonth.text}-${readDate.text.padStart(2, '0')}`;
  if (!isDay(day)) return undefined;
  return { day, certainty: readDate.certainty * readMonth.certainty * readYear.certainty };
}

/** `28FEB1994`, which is read when the spaces are narrow. */
function inParts(text: string): string[] {
  const [, date, month, year] = /^(\d{1,2})([A-Z]{3})(\d{4})$/i.exec(text) ?? [];
  return date && month && year ? [date, month, year] : [];
}

type Part = { text: string; certainty: number };

function digits(text: string, most: number): Part | undefined {
  if (text.length > most || (most === 4 && text.length < 4)) return undefined;
  const read = [...text].map(digitOf);
  if (read.includes(undefined)) return undefined;
  return {
    text: read.map((character) => character!.digit).join(''),
    certainty: CERTAINTY_OF_TAKEN_DIGIT ** read.filter((character) => character!.isTaken).length,
  };
}

function monthOf(text: string): Part | undefined {
  const number = digits(text, 2);
  if (number) return { ...number, text: number.text.padStart(2, '0') };
  const letters = text.toUpperCase().slice(0, 3);
  const exact = MONTHS.indexOf(letters);
  const near = MONTHS.filter((month) => lettersApart(month, letters) === 1);
  const place = exact >= 0 ? exact : near.length === 1 ? MONTHS.indexOf(near[0]!) : -1;
  if (place < 0) return undefined;
  return { text: String(place + 1).padStart(2, '0'), certainty: exact >= 0 ? 1 : CERTAINTY_OF_TAKEN_MONTH };
}
