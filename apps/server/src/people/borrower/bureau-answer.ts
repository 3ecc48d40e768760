import type { Day } from '@thumba/lending/day';
import { type Ngwee, ngwee, ZERO } from '@thumba/lending/money';
import type { Sealing } from '../../platform/sealing.ts';

/** A loan of another lender, without the name of that lender. */
type AccountElsewhere = {
  state: 'open' | 'closed' | 'written_off';
  balanceNgwee: Ngwee;
  /** What is paid for it in a month. */
  instalmentNgwee: Ngwee;
  overdueNgwee: Ngwee;
  daysLate: number;
};

/** What a credit bureau answered about a borrower. */
export type BureauAnswer = {
  /** False where the bureau knows no such person. */
  isKnown: boolean;
  /** The day on which the figures stood so; null where the bureau knows no such person. */
  asOn: Day | null;
  accounts: readonly AccountElsewhere[];
};

type Elsewhere = {
  instalmentsNgwee: Ngwee;
  balanceNgwee: Ngwee;
  overdueNgwee: Ngwee;
  daysLate: number;
  openAccounts: number;
};

/** The sums of what is owed to other lenders. A loan that was written off is not paid for any more, and is late. */
export function elsewhereOf({ accounts }: BureauAnswer): Elsewhere {
  const unpaid = accounts.filter(({ state }) => state !== 'closed');
  const open = unpaid.filter(({ state }) => state === 'open');
  return {
    instalmentsNgwee: sumOf(open.map((one) => one.instalmentNgwee)),
    balanceNgwee: sumOf(unpaid.map((one) => one.balanceNgwee)),
    overdueNgwee: sumOf(unpaid.map((one) => one.overdueNgwee)),
    daysLate: Math.max(0, ...unpaid.map(({ daysLate }) => daysLate)),
    openAccounts: open.length,
  };
}

function sumOf(amounts: readonly Ngwee[]): Ngwee {
  return amounts.reduce((sum, amount) => ngwee(sum + amount), ZERO);
}

type EnquiryPlace = { borrower_id: number; enquiry_id: number };

export function sealBureauAnswer(sealing: Sealing, place: EnquiryPlace, answer: BureauAnswer): Buffer {
  return sealing.seal('bureau_enquiry.answer_sealed', place, JSON.stringify(answer));
}

export function openBureauAnswer(sealing: Sealing, place: EnquiryPlace, sealed: Buffer): BureauAnswer {
  return JSON.parse(sealing.open('bureau_enquiry.answer_sealed', place, sealed)) as BureauAnswer;
}
