import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';

export type WhatIf = StaffAnswer<'getWhatIf'>;
export type WhatIfOutcome = WhatIf['cells'][number]['was'];
type LoanEnding = WhatIf['cells'][number]['ending'];

export const OUTCOMES: readonly WhatIfOutcome[] = ['approve', 'refer', 'decline'];
export const OUTCOME_WORDS: Readonly<Record<WhatIfOutcome, string>> = {
  approve: 'Approved',
  refer: 'For a person',
  decline: 'Declined',
};

/** What is known of a loan, from the best to nothing. */
export const ENDINGS: readonly LoanEnding[] = ['good', 'running', 'bad', 'written_off', 'not_paid_out'];
export const ENDING_WORDS: Readonly<Record<LoanEnding, string>> = {
  good: 'Paid back',
  running: 'Running',
  bad: 'Over 30 days late',
  written_off: 'Written off',
  not_paid_out: 'Not paid out',
};

export const STATE_WORDS: Readonly<Record<WhatIf['state'], string>> = {
  running: 'under way',
  done: 'done',
  stopped: 'stopped',
};

const INPUT_WORDS: Readonly<Record<string, string>> = {
  version: 'the version that decided then',
  product: 'what was applied for',
  ageYears: 'the age',
  moneyReceivedNgwee: 'the money received by SMS',
  cardDiffers: 'what was read on the card',
  operatorNameDiffers: 'the name at the operator',
  hasScreeningHit: 'the comparison with lists',
  hasDuplicates: 'second accounts',
  faceMatches: 'the comparison of the face',
  isPayoutNumberShared: 'whether the number serves another borrower',
  borrowersOnPayoutNumber: 'borrowers on the payout number',
  borrowersOnContact: 'borrowers on the emergency contact',
  registrationsFromNetwork: 'registrations from the network',
  applicationsFromNetwork: 'applications from the network',
  questionnairePoints: 'the points of the questionnaire',
};

/** An input that an earlier version of the program did not keep. */
export const inputWords = (input: string): string => INPUT_WORDS[input] ?? input;

type CellFilter = Partial<Pick<WhatIf['cells'][number], 'was' | 'would' | 'ending'>>;

/** How many applications the cells have that are like this. */
export function sumOf({ cells }: Pick<WhatIf, 'cells'>, like: CellFilter = {}): number {
  return cells
    .filter(
      (cell) =>
        (like.was ?? cell.was) === cell.was &&
        (like.would ?? cell.would) === cell.would &&
        (like.ending ?? cell.ending) === cell.ending,
    )
    .reduce((sum, { applications }) => sum + applications, 0);
}

/** "62.5 %", or nothing where there is nothing to take a share of. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** "12,000 applications" */
export function applicationsText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'application' : 'applications'}`;
}

/** Where the applications behind a number stand. */
export function listAddress(runId: number, filter: Record<string, string | number>): string {
  const search = new URLSearchParams(
    Object.entries(filter).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `/set-up/what-ifs/${runId}/applications${search === '' ? '' : `?${search}`}`;
}
