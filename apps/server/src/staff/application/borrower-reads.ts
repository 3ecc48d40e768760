import { COUNTER_OFFER_HOURS } from '@thumba/lending/counter-offer';
import { describeReason } from '@thumba/lending/decision';
import { EVIDENCE_HOURS } from '@thumba/lending/evidence';
import type { Ngwee } from '@thumba/lending/money';
import { textsOfNow } from '../../contact/message/texts-of-now.ts';
import { declineReasonsOfStaff, LISTED } from '../../credit/application/decline-reasons.ts';
import type { Database } from '../../platform/database.ts';

/** The SMS of an approval and of each request for pictures or evidence. */
const KINDS = [
  'loan_approved',
  'identity_asked_again',
  'face_asked_again',
  'payslip_asked',
  'mobile_money_statement_asked',
] as const;

/** The SMS of a counter-offer, in English, in the words of this lender. */
export async function readOfferText(
  db: Database,
  amounts: { amountNgwee: Ngwee; askedNgwee: Ngwee },
): Promise<string> {
  const texts = await textsOfNow(db, ['counter_offer'], { ...amounts, hours: COUNTER_OFFER_HOURS });
  return texts.counter_offer;
}

/** What the borrower reads after each decision, as the console shows it before the decision is confirmed. */
export async function borrowerReads(db: Database, amountNgwee: Ngwee) {
  const texts = await textsOfNow(db, KINDS, { amountNgwee, hours: EVIDENCE_HOURS });
  return {
    approve: texts.loan_approved,
    decline: Object.entries(declineReasonsOfStaff)
      .filter(([code]) => code !== LISTED)
      .map(([code, { title, told }]) => ({ code, title, text: describeReason(told) })),
    sendBack: { identity: texts.identity_asked_again, face: texts.face_asked_again },
    askEvidence: {
      payslip: texts.payslip_asked,
      mobile_money_statement: texts.mobile_money_statement_asked,
    },
  };
}
