import { COUNTER_OFFER_HOURS } from '@thumba/lending/counter-offer';
import { describeReason } from '@thumba/lending/decision';
import { EVIDENCE_HOURS } from '@thumba/lending/evidence';
import type { Ngwee } from '@thumba/lending/money';
import { type PublishedWording, WORDING_OF_MESSAGE } from '../../book/message/messages.ts';
import { textIn } from '../../contact/message/wording.ts';
import { declineReasonsOfStaff, LISTED } from '../../credit/application/decline-reasons.ts';
import { type Database, statement } from '../../platform/database.ts';

const KINDS = [
  'loan_approved',
  'identity_asked_again',
  'face_asked_again',
  'payslip_asked',
  'mobile_money_statement_asked',
] as const;

type Kind = (typeof KINDS)[number];

const wordingsStatement = statement<{ kind: Kind; wording: PublishedWording }, { kinds: string[] }>(
  'applications: what the borrower will read',
  `select m.kind, ${WORDING_OF_MESSAGE} as wording
   from (select unnest($kinds::text[]) as kind, null::integer as template_version) m`,
);

/** The SMS of an approval and of each request for pictures or evidence, in English, in the words of this lender. */
async function readTexts(db: Database, amountNgwee: Ngwee): Promise<Record<Kind, string>> {
  const rows = await db.rows(wordingsStatement, { kinds: [...KINDS] });
  const texts = rows.map((row) => [row.kind, textIn('en', row, { amountNgwee, hours: EVIDENCE_HOURS })]);
  return Object.fromEntries(texts) as Record<Kind, string>;
}

/** The SMS of a counter-offer, in English, in the words of this lender. */
export async function readOfferText(
  db: Database,
  amounts: { amountNgwee: Ngwee; askedNgwee: Ngwee },
): Promise<string> {
  const [row] = await db.rows(wordingsStatement, { kinds: ['counter_offer'] });
  return textIn('en', row!, { ...amounts, hours: COUNTER_OFFER_HOURS });
}

/** What the borrower reads after each decision, as the console shows it before the decision is confirmed. */
export async function borrowerReads(db: Database, amountNgwee: Ngwee) {
  const texts = await readTexts(db, amountNgwee);
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
