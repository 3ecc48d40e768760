import type { Day } from '@thumba/lending/day';
import type { LadderRule } from '@thumba/lending/ladder';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { FailureReason } from './operators/operator.ts';

/** How an attempt ends. */
export type End =
  | { state: 'succeeded'; operatorReference: string | null }
  | { state: 'failed'; reason: FailureReason }
  | { state: 'expired'; reason: FailureReason };

/** What ending an attempt needs. */
export type EndDeps = {
  db: Database;
  clock: Clock;
  line: PostingLine;
  ladderRule(): LadderRule;
  today(): Day;
  newAttemptId(): string;
};
