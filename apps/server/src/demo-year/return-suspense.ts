import { checkOperator } from '../money/payment/operators/operator.ts';
import { openPieces } from '../money/suspense/queries.ts';
import { askForPlacement, type PlacementDeps } from '../money/suspense/staff-requests.ts';
import type { YearLender } from './year-lender.ts';
import { agreeByTwo, type YearOffice } from './year-office.ts';

const MAKER = 'lweendo';
const CHECKER = 'suwilanji';
/** A payer who calls does so within some weeks. What is younger still waits. */
const WAITS_DAYS = 30;

export function placementDepsOf(lender: YearLender): PlacementDeps {
  return { ...lender, checkOperator: (operator) => checkOperator(lender.operators, operator) };
}

/** The oldest payment of a stranger that is in suspense goes back to its payer, who has called: two people agree. */
export async function returnSuspense(lender: YearLender, office: YearOffice): Promise<void> {
  const waitsSince = lender.clock.nowMs() - WAITS_DAYS * 24 * 60 * 60 * 1000;
  const piece = (await openPieces(lender.db)).find(
    ({ mobile_sealed: sealed, booked_at: at }) => sealed !== null && at.getTime() < waitsSince,
  );
  if (!piece) return;
  const asked = await askForPlacement(
    { ...lender, ...placementDepsOf(lender) },
    { target: 'payer', parts: [{ entryId: piece.entry_id }] },
    { reason: 'The payer called: it was meant for a shop', staffName: MAKER },
  );
  if (!asked.ok) throw new Error(`money of suspense was not returned: ${asked.refusal.kind}`);
  const reason = 'The number is that of the statement';
  await agreeByTwo(lender, office, asked.value, { maker: MAKER, checker: CHECKER, reason });
}
