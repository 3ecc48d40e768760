import { formatKwacha, parseKwacha, toKwacha } from '@thumba/lending/money';
import type { LiveSettings } from '../../book/lender-setting/live-settings.ts';
import { describeLendingRefusal } from '../../book/staff-action.ts';
import {
  type CounterOfferDeps,
  counterOffer,
  quoteCounterOffer,
} from '../../credit/application/counter-offer.ts';
import type { MakeOfferRefusal } from '../../credit/application/offer.ts';
import type { ReviewRefusal } from '../../credit/application/review.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { readOfferText } from './borrower-reads.ts';
import { leaveClaim } from './claims.ts';
import { findHeld, refusedReview, STALE } from './held.ts';
import { shownOf } from './shown-token.ts';

type OfferRouteDeps = CounterOfferDeps & { lenderSettings: LiveSettings };

/** Other terms than the borrower asked for: what they would cost, and the offer that the borrower signs. */
export function registerCounterOfferRoutes(server: StaffServer, deps: OfferRouteDeps): void {
  const { db } = deps;

  serveStaff(server, 'quoteCounterOffer', async ({ params: { loanId }, body }, { person }) => {
    const held = await findHeld(deps, loanId, person);
    if ('code' in held) return held;
    const amountNgwee = parseKwacha(body.amount)!;
    const quoted = await quoteCounterOffer(deps, { loanId, amountNgwee, termId: body.termId });
    if (!quoted.ok) return refusedOffer(quoted.refusal);
    const { quote, terms } = quoted.value;
    const askedNgwee = held.loan.terms.principalNgwee;
    return done({
      termDays: terms.termDays,
      receives: toKwacha(quote.receivedNgwee),
      repays: toKwacha(quote.totalRepayNgwee),
      instalments: quote.instalments.map(({ period, dueOn, totalNgwee }) => ({
        period,
        dueOn,
        amount: toKwacha(totalNgwee),
      })),
      message: await readOfferText(db, { amountNgwee, askedNgwee }),
    });
  });

  serveStaff(server, 'makeCounterOffer', async ({ params: { loanId }, body }, caller) => {
    const { person } = caller;
    const { amount, termId, note: reason } = body;
    caller.note({ amount, termId });
    const held = await findHeld(deps, loanId, person);
    if ('code' in held) return held;
    const shown = await shownOf(db, held.loan.borrowerId, body.shown);
    if (!shown) return STALE;
    const amountNgwee = parseKwacha(amount)!;
    const { userName: staffName, staffId } = person;
    const offered = await counterOffer(deps, { loanId, amountNgwee, termId, shown, reason, staffName });
    if (!offered.ok) return refusedOffer(offered.refusal);
    await leaveClaim(db, { loanId, staffId });
    return done({
      sentence: `${formatKwacha(amountNgwee)} is offered for application ${loanId}. The borrower is told by SMS and signs it in the app.`,
    });
  });
}

function refusedOffer(refusal: ReviewRefusal | MakeOfferRefusal): Reply<never> {
  switch (refusal.kind) {
    case 'no_such_product':
      return refused(409, 'The product is not offered any more.', { reason: refusal.kind });
    case 'product_locked':
      return refused(409, refusal.sentence, { reason: refusal.kind });
    case 'term_too_short_for_store':
      return refused(
        400,
        `The store of the borrower's app allows terms of ${refusal.minTermDays} days and more.`,
        { reason: refusal.kind },
      );
    case 'amount_below_minimum':
    case 'amount_above_maximum':
    case 'amount_not_on_step': {
      const sentence = describeLendingRefusal(refusal as never);
      return refused(400, sentence, { reason: refusal.kind, fields: { amount: sentence } });
    }
    case 'unknown_term':
    case 'breaks_policy':
    case 'above_available':
    case 'not_repayable':
    case 'payment_pending':
    case 'coupon_not_valid':
    case 'nothing_owed_on_plan':
    case 'plan_too_small_for_coupon':
    case 'coupon_used':
    case 'coupon_applied_elsewhere':
    case 'no_such_coupon':
      return refused(400, describeLendingRefusal(refusal as never), { reason: refusal.kind });
    default:
      return refusedReview(refusal);
  }
}
