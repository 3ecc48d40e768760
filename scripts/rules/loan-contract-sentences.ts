import { demoLender } from '../../apps/server/src/book/lender.ts';
import { newestClauses } from '../../apps/server/src/credit/application/newest-wording.ts';
import { day } from '../../packages/lending/src/day.ts';
import type { LoanTerms } from '../../packages/lending/src/loan.ts';
import { kwacha } from '../../packages/lending/src/money.ts';
import { priceLoan } from '../../packages/lending/src/pricing.ts';
import { demoCatalogue, loanTerms, microfinancePolicy } from '../../packages/lending/src/product.ts';
import { rate } from '../../packages/lending/src/rate.ts';
import { sentencesOf } from './promised-sentences.ts';

/** Together these products make the contract say everything that it can say. */
const KINDS: readonly object[] = [
  {},
  { feeMode: 'deducted', serviceFeeRate: rate('0.10') },
  { interestMethod: 'declining', terms: [{ termId: 1, days: 90, instalments: 3 }] },
  { settlementInterest: 'fixed' },
  { penalty: { dailyRate: rate('0.01'), graceDays: 0 } },
  { extension: null },
  { extension: { days: 7, rate: rate('0.05'), max: 1 } },
  { dueDay: { rule: 'month_end' } },
  { dueDay: { rule: 'day_of_month', day: 25 }, terms: [{ termId: 1, days: 90, instalments: 3 }] },
];

/** What a product costs does not matter here. */
const policy = { ...microfinancePolicy, maxApr: null, maxEffectiveAnnualRate: null };

const parties = { borrowerName: 'Chipo Lungu', nationalId: '123456/10/1', receiveAccount: 'MTN' };

function termsOf(kind: object): LoanTerms {
  const terms = loanTerms({ ...demoCatalogue[0]!, ...kind }, policy, 1, kwacha(1000));
  if (!terms.ok) throw new Error(terms.refusal.kind);
  return terms.value;
}

/** Every sentence of the newest wording, with the figures of some loan of each kind of product. */
export function loanContractSentences(): string[] {
  const offered = KINDS.map(termsOf);
  const all = [...offered, { ...offered[0]!, coolingOffHours: 0 }];
  const clauses = all.flatMap((terms) =>
    newestClauses(demoLender, terms, priceLoan(terms, day('2026-11-21')), parties),
  );
  return [...new Set(clauses.flatMap(({ text }) => sentencesOf(text)))];
}
