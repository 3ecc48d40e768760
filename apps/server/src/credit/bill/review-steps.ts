import type { Answer } from '@thumba/contract/wire';
import { formatDayCount } from '@thumba/lending/day';
import { describeReason } from '@thumba/lending/decision';
import type { LoanEvent } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import type { ReviewEvent } from '@thumba/lending/review-event';
import { timelineWords as words } from './timeline-words.ts';

type Step = Pick<Answer<'queryLoanDetail'>['timeline'][number], 'title' | 'detail'>;

const REVIEW_KINDS: ReadonlySet<string> = new Set<ReviewEvent['kind']>([
  'referred',
  'sent_back',
  'evidence_asked',
  'evidence_given',
  'evidence_lapsed',
  'counter_offered',
  'counter_offer_signed',
  'counter_offer_refused',
  'counter_offer_lapsed',
  'reopened',
  'approved',
  'declined',
]);

export function isReview(event: LoanEvent): event is ReviewEvent {
  return REVIEW_KINDS.has(event.kind);
}

/** What the rules and people made of an application. */
export function describeReview(event: ReviewEvent): Step {
  switch (event.kind) {
    case 'referred':
      return { title: words.referred.title, detail: words.referred.detail };
    case 'sent_back':
      return { title: words.sentBack.title, detail: words.sentBack[event.picture] };
    case 'evidence_asked':
      return { title: words.evidence.asked, detail: words.evidence.kinds[event.evidence] };
    case 'evidence_given':
      return { title: words.evidence.given, detail: words.evidence.kinds[event.evidence] };
    case 'evidence_lapsed':
      return { title: words.evidence.lapsed, detail: words.evidence.goesOn };
    case 'counter_offered':
    case 'counter_offer_signed': {
      const amount = formatKwacha(event.amountNgwee);
      const { made, signed, days } = words.counterOffer;
      return {
        title: event.kind === 'counter_offered' ? made(amount) : signed(amount),
        detail: days(formatDayCount(event.termDays)),
      };
    }
    case 'counter_offer_refused':
      return { title: words.counterOffer.refused };
    case 'counter_offer_lapsed':
      return { title: words.counterOffer.lapsed };
    case 'reopened':
      return { title: words.reopened.title, detail: words.reopened.detail };
    case 'approved':
      return { title: words.approved };
    case 'declined':
      return { title: words.declined, detail: event.reasons.map(describeReason).join(' ') };
  }
}
