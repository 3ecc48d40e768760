import {
  DIFFERENCE_KINDS,
  differenceKinds,
  ENDS_OF_MANY,
  type EndOfMany,
  PROBABLE_ENDS,
  probableEnds,
} from '@thumba/contract/staff/difference-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { dayOfText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { checkersOf } from '../requests/request-words.tsx';

export type DifferenceRow = StaffAnswer<'listDifferences'>['items'][number];
export type Difference = StaffAnswer<'getDifference'>;
export type End = Difference['possible'][number];

/** Operators whose statements can be read. */
export const STATEMENT_OPERATORS = ['mtn', 'airtel'] as const;
export type StatementOperator = (typeof STATEMENT_OPERATORS)[number];

export const OPERATOR_CHOICES = STATEMENT_OPERATORS.map((value) => ({ value, text: OPERATOR_TITLES[value] }));
export const KIND_CHOICES = DIFFERENCE_KINDS.map((value) => ({ value, text: differenceKinds[value] }));
export const PROBABLE_CHOICES = PROBABLE_ENDS.map((value) => ({ value, text: probableEnds[value] }));

export const DIRECTION_WORDS: Record<DifferenceRow['direction'], string> = {
  collection: 'money that came',
  payout: 'money that left',
};

const STATES: Record<DifferenceRow['state'], { text: string; look: 'plain' | 'good' | 'warn' }> = {
  open: { text: 'open', look: 'warn' },
  posting: { text: 'being posted', look: 'warn' },
  resolved: { text: 'resolved', look: 'good' },
};

export function DifferenceState({ state }: Pick<DifferenceRow, 'state'>) {
  const { text, look } = STATES[state];
  return <Badge look={look}>{text}</Badge>;
}

/** "A borrower paid this loan: 1000041". */
export function probableText({ probable, probableLoanId }: DifferenceRow): string {
  if (probable === null) return '';
  return probableLoanId === null ? probableEnds[probable] : `${probableEnds[probable]}: ${probableLoanId}`;
}

/** What a person asks for, as a button. */
export const END_ACTIONS: Record<End, string> = {
  loan: 'Post to a loan',
  payout: 'It is a payout of ours',
  taken_back: 'Take the payment back',
  suspense: 'Put into suspense',
  leave: 'Leave both books',
};

export const END_KEYS: Record<End, string> = {
  loan: 'l',
  payout: 'p',
  taken_back: 't',
  suspense: 's',
  leave: 'v',
};

type Resolution = NonNullable<Difference['end']>['resolution'];

export const RESOLUTION_WORDS: Record<Resolution, string> = {
  posted_to_loan: 'posted to a loan',
  posted_to_payout: 'a payout that was made before a restore',
  put_into_suspense: 'put into suspense',
  taken_back: 'the payment was taken back',
  ignored: 'both books were left as they are',
  agreed: 'both books say the same now',
};

/** "26 November 2026", or the first and the last day. The last instant belongs to the day before its midnight. */
export function coversText({ from, until }: { from: string; until: string }): string {
  const [first, last] = [dayOfText(from), dayOfText(new Date(Date.parse(until) - 1).toISOString())];
  return first === last ? first : `${first} to ${last}`;
}

/** Who decides it: under what would be done. */
export function whoResolves(isAlone: boolean): string {
  return isAlone
    ? 'No money moved in the end, so you decide it alone.'
    : `Nothing changes before a second person approves it: ${checkersOf('manual_match')}.`;
}

/** What many differences at once are resolved as. */
export const MANY_WORDS: Record<EndOfMany, string> = {
  loan: 'Posted to the loans that they probably are for',
  suspense: 'Put into suspense',
  taken_back: 'Taken back, as the operator did',
  leave: 'Both books left as they are',
};

export const MANY_CHOICES = ENDS_OF_MANY.map((value) => ({ value, text: MANY_WORDS[value] }));

export function countText(count: number): string {
  return count === 1 ? '1 difference' : `${formatCount(count)} differences`;
}
