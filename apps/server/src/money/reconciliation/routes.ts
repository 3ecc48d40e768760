import type { Answer } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { type Clock, endOfLusakaDay } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { paymentClaimWords } from './claim-words.ts';
import { type ClaimAnswer, claimPayment } from './claims.ts';
import { MAX_CLAIMS_A_DAY } from './claims-sql.ts';

export function registerClaimRoutes(
  server: Server,
  deps: {
    db: Database;
    sealing: Sealing;
    clock: Clock;
    today(): Day;
    /** Called when an attempt is to be asked about at once. */
    onHint(): void;
  },
): void {
  serve(server, 'claimPayment', async ({ body }, { borrowerId }) => {
    const answer = await claimPayment(deps, { borrowerId, reference: body.reference });
    if (answer.kind === 'too_many') {
      const nowMs = deps.clock.nowMs();
      return tryLater(
        'claims_of_day',
        (wait) => paymentClaimWords.tooMany(String(MAX_CLAIMS_A_DAY), wait),
        endOfLusakaDay(nowMs),
        nowMs,
      );
    }
    return done(claimView(answer));
  });
}

function claimView(answer: Exclude<ClaimAnswer, { kind: 'too_many' }>): Answer<'claimPayment'> {
  if (answer.kind !== 'posted') return { status: answer.kind, ticketNo: String(answer.ticketId) };
  const { payment } = answer;
  return {
    status: 'posted',
    paymentId: payment.attempt_id,
    amount: toKwacha(payment.amount_ngwee),
    ...(payment.receipt_no ? { receiptNo: payment.receipt_no } : {}),
  };
}
