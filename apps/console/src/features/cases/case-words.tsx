import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatDay, isDay } from '@thumba/lending/day';
import { Badge } from '../../ui/badge.tsx';

export type CaseRow = StaffAnswer<'listCases'>['items'][number];
export type Case = StaffAnswer<'getCase'>;

export const LIST_TITLES: Record<CaseRow['listKind'], string> = {
  un: 'United Nations',
  domestic: 'domestic list',
  pep: 'politically exposed persons',
};

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

/** "0.05 apart", where 0 is the same name. */
export function distanceText(distance: number): string {
  return distance === 0 ? 'the same' : `${distance.toFixed(2)} apart`;
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
