import type { Day } from '@thumba/lending/day';
import { statement, type Transaction } from '../../platform/database.ts';
import { BEFORE_ALL, type CountedDays, exactInstant, withinDays } from './counts.ts';

export type SentMessages = {
  kind: string;
  on_day: Day;
  sms: number;
  notifications: number;
  parts: number;
  not_measured: number;
};

const sumStatement = statement<SentMessages, CountedDays>(
  'insight: messages',
  `select kind, (sent_at at time zone 'Africa/Lusaka')::date as on_day,
     count(*) filter (where medium = 'sms')::integer as sms,
     count(*) filter (where medium = 'push')::integer as notifications,
     coalesce(sum(parts) filter (where medium = 'sms'), 0)::integer as parts,
     count(*) filter (where medium = 'sms' and parts is null)::integer as not_measured
   from message where ${withinDays('sent_at')} group by 1, 2`,
);

export function readSentMessages(book: Transaction, days: CountedDays): Promise<SentMessages[]> {
  return book.rows(sumStatement, days);
}

export type SentMessage = {
  message_id: number;
  borrower_id: number;
  loan_id: number | null;
  kind: string;
  medium: 'sms' | 'push';
  parts: number | null;
  sent_at: Date;
  sent_exactly: string;
};

const listStatement = statement<
  SentMessage,
  CountedDays & {
    kind: string | null;
    medium: string | null;
    afterAt: string;
    afterNumber: number;
    limit: number;
  }
>(
  'insight: sent messages',
  `select message_id, borrower_id, loan_id, kind, medium, parts, sent_at, ${exactInstant('sent_at')} as sent_exactly
   from message
   where ${withinDays('sent_at')} and ($kind::text is null or kind = $kind)
     and ($medium::text is null or medium = $medium)
     and (sent_at, message_id) < ($afterAt::timestamptz, $afterNumber::bigint)
   order by sent_at desc, message_id desc limit $limit`,
);

export function listSent(
  book: Transaction,
  {
    after,
    ...wanted
  }: CountedDays & { kind: string | null; medium: string | null; after: string | undefined; limit: number },
): Promise<SentMessage[]> {
  const [afterAt = BEFORE_ALL.at, afterNumber = BEFORE_ALL.number] = after?.split('_') ?? [];
  return book.rows(listStatement, { ...wanted, afterAt, afterNumber: Number(afterNumber) });
}
