import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import type { Transaction } from '../../platform/database.ts';
import type { Reply } from '../../platform/reply.ts';
import type { CountedDays } from './counts.ts';
import type { InsightDays, PeriodWords } from './period.ts';

export type MonitoringDeps = {
  today(): Day;
  operatorOfPrefix(prefix: string): OperatorName | null;
  /** What an operator charges for one part of an SMS. Null where no setting says it. */
  smsPartNgwee(): Ngwee | null;
};

export type Reports = {
  today(): Day;
  /** Reads a report of the days that were asked for. */
  report<Answer>(
    words: Omit<PeriodWords, 'compare'>,
    read: (book: Transaction, days: InsightDays) => Promise<Answer>,
  ): Promise<Reply<Answer>>;
  /** Reads the rows behind a number of a report. */
  rows<Answer>(
    words: Pick<PeriodWords, 'from' | 'to'>,
    read: (book: Transaction, days: CountedDays) => Promise<Answer>,
  ): Promise<Reply<Answer>>;
};
