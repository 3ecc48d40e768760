import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatDay, isDay } from '@thumba/lending/day';
import { exactText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';

export type CaseRow = StaffAnswer<'listCases'>['items'][number];
export type Case = StaffAnswer<'getCase'>;

export const LIST_TITLES: Record<CaseRow['listKind'], string> = {
  un: 'United Nations',
  domestic: 'domestic list',
  pep: 'politically exposed persons',
};

/** As the beginning of a sentence or alone in a cell. */
export const LIST_NAMES: Record<CaseRow['listKind'], string> = {
  un: 'United Nations',
  domestic: 'Domestic list',
  pep: 'Politically exposed persons',
};

/** The United Nations' list says when it was made. Another list has the name of its file. */
export function labelText(
  kind: CaseRow['listKind'],
  { label, since }: { label: string; since: string },
): string {
  return kind === 'un' && !Number.isNaN(Date.parse(since)) ? `made on ${exactText(since)}` : label;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** "12 days". */
export function daysOld(since: string, nowMs: number): string {
  const days = Math.max(0, Math.floor((nowMs - Date.parse(since)) / DAY_MS));
  return days === 1 ? '1 day' : `${countText(days)} days`;
}

export function countText(count: number): string {
  return count.toLocaleString('en');
}

export function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${countText(count)} people`;
}

const STATES: Record<CaseRow['state'], { text: string; look: 'plain' | 'good' | 'warn' | 'bad' }> = {
  open: { text: 'open', look: 'warn' },
  confirmed: { text: 'confirmed: money is frozen', look: 'bad' },
  cleared: { text: 'cleared: another person', look: 'good' },
  released: { text: 'released', look: 'plain' },
  ended: { text: 'ended by itself', look: 'plain' },
};

export function CaseState({ state }: { state: CaseRow['state'] }) {
  const { text, look } = STATES[state];
  return <Badge look={look}>{text}</Badge>;
}

/** Up to this distance the server takes two names for one. */
const MOST_OF_SAME = 0.2;

/** "nearly the same (0.05)", where 0 is the same name and 1 has nothing in common. */
export function distanceText(distance: number): string {
  if (distance === 0) return 'the same';
  return `${distance <= MOST_OF_SAME ? 'nearly the same' : 'similar'} (${distance.toFixed(2)})`;
}

export const BIRTH_WORDS: Record<CaseRow['birth'], string> = {
  agrees: 'agrees',
  unknown: 'the list has none',
};

/** "15 June 1990". What was read on a card may be no date. */
export function birthText(date: string | null | undefined): string {
  if (!date) return '–';
  return isDay(date) ? `${formatDay(date)} ${date.slice(0, 4)}` : date;
}

type Span = Case['listedBirths'][number];

/** A list can have a day, a year or several years. */
export function spanText({ from, to }: Span): string {
  if (from === to) return birthText(from);
  const isYears = from.endsWith('-01-01') && to.endsWith('-12-31');
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
  if (!isYears) return `${birthText(from)} to ${birthText(to)}`;
  return first === last ? first : `${first} to ${last}`;
}

export const DECISION_WORDS: Record<Case['history'][number]['decision'], string> = {
  clear: 'cleared it',
  confirm: 'confirmed it',
  release: 'released it',
};
