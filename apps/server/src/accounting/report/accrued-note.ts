import { formatCount } from '@thumba/lending/count';
import { formatKwacha } from '@thumba/lending/money';
import { readIncomeNotPosted } from '../daily-total/report-days.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';

/** Income that a report by rows of the book does not have. The adjustments of a year have none. */
export async function accruedNote(
  book: BookSnapshot,
  { throughOn, isToday = false, bookings }: Span,
): Promise<string[]> {
  if (bookings === 'adjustments') return [];
  const { loans, interestNgwee, feeNgwee } = await readIncomeNotPosted(book, { on: throughOn, isToday });
  if (interestNgwee === 0 && feeNgwee === 0) return [];
  return [
    `Accrued, not posted by ${throughOn}: interest ${formatKwacha(interestNgwee)} and fees ${formatKwacha(feeNgwee)} of ${formatCount(loans)} loans.`,
  ];
}
