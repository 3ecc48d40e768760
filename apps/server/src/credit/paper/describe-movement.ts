import { formatDayCount } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { dayText } from '../../platform/date-text.ts';
import { movementWords as words } from './movement-words.ts';
import type { EarlierMovement, Movement, MovementDetail } from './paper-content.ts';

/** What a line of a statement says, in the current language. A paper of an earlier version has the words itself. */
export function describeMovement(movement: Pick<Movement | EarlierMovement, 'title' | 'detail'>): {
  title: string;
  detail: string;
} {
  const { title, detail } = movement;
  return {
    title: (words.title as Record<string, string>)[title] ?? title,
    detail: typeof detail === 'string' ? detail : describeDetail(detail),
  };
}

function describeDetail(detail: MovementDetail): string {
  switch (detail.kind) {
    case 'none':
      return '';
    case 'earlier_loan':
      return words.earlierLoan(detail.loanNo);
    case 'reversed':
      return words.reversed(detail.receiptNo);
    case 'kept_back':
      return words.keptBack;
    case 'off_charges':
      return words.offCharges;
    case 'note':
      return words.note(detail.receiptNo);
    case 'cancelled':
      return words.cancelled;
    case 'sent_before_charge':
      return words.sentBeforeCharge;
    case 'sent_before_extension':
      return words.sentBeforeExtension;
    case 'paid_early':
      return listed(
        detail.instalments.map(({ period, days }) => words.paidEarly(period, formatDayCount(days))),
      );
    case 'early_settlement':
      return words.earlySettlement;
    case 'unused_days':
      return words.unusedDays;
    case 'given_up':
      return words.givenUp;
    case 'late_days':
      return formatDayCount(detail.days);
    case 'moved':
      return `${words.moved(dayText(detail.toOn), dayText(detail.fromOn))}. ${words.receipt(detail.receiptNo)}`;
    case 'receipt':
      return describeReceipt(detail);
  }
}

function describeReceipt({
  receiptNo,
  countsOn,
  walletNgwee,
}: Extract<MovementDetail, { kind: 'receipt' }>): string {
  return listed([
    countsOn === null ? words.receipt(receiptNo) : words.receiptCounts(receiptNo, dayText(countsOn)),
    ...(walletNgwee > 0 ? [words.moreCredit(formatKwacha(walletNgwee))] : []),
  ]);
}

function listed(details: readonly string[]): string {
  return details.reduce((before, next) => words.further(before, next));
}
