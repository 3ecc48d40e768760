import { formatDayCount, formatDayLong } from '@thumba/lending/day';
import type { LoanTerms } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import type { Quote } from '@thumba/lending/pricing';
import { formatPercent } from '@thumba/lending/rate';
import type { Lender } from '../loan/lender.ts';

export type ContractClause = { heading: string; text: string };

/** The wording below. A new wording gets a new version and leaves this one as it was signed. */
const TEXT_VERSION = '2026-11';

/** What is agreed to: the wording together with the conditions of the product. */
export function contractVersion(terms: LoanTerms): string {
  return `${TEXT_VERSION}-p${terms.productId}v${terms.productVersion}`;
}

export type ContractParties = { borrowerName: string; nationalId: string; receiveAccount: string };

/** The loan contract in plain words, with the figures of one loan. */
export function contractClauses(
  lender: Lender,
  terms: LoanTerms,
  quote: Quote,
  parties: ContractParties,
): ContractClause[] {
  const last = quote.instalments.at(-1)!;
  return [
    {
      heading: 'Who we are',
      text: `This is a contract between ${lender.name} (“we”) and ${parties.borrowerName}, NRC ${parties.nationalId} (“you”). ${lender.licence}.`,
    },
    {
      heading: 'What you receive',
      text: `We lend you ${formatKwacha(quote.principalNgwee)} (${terms.productName}). We send ${formatKwacha(quote.receivedNgwee)} to ${parties.receiveAccount}. The loan starts on the day that money arrives.`,
    },
    {
      heading: 'What you repay',
      text: `You repay ${formatKwacha(quote.totalRepayNgwee)} in all: ${quote.instalments
        .map((instalment) => `${formatKwacha(instalment.totalNgwee)} by ${formatDayLong(instalment.dueOn)}`)
        .join('; ')}. If the money reaches you on a later day, every date moves by the same number of days.`,
    },
    {
      heading: 'What it costs',
      text: `Interest is ${formatPercent(terms.dailyRate)} a day${
        terms.interestMethod === 'declining' ? ' on what is still owed' : ''
      }: ${formatKwacha(quote.interestNgwee)} over ${formatDayCount(terms.termDays)}. The service fee is ${formatPercent(terms.serviceFeeRate)}: ${formatKwacha(quote.feeNgwee)}${
        terms.feeMode === 'deducted' ? ', kept back from the payout' : ''
      }. Together this is ${formatKwacha(quote.totalCostNgwee)}, or ${quote.costPercent}% of what you receive. The yearly rate (APR) is ${quote.apr}%.`,
    },
    {
      heading: 'How you pay',
      text: 'You start a payment in the app and approve it with your mobile-money PIN. We never ask for your PIN. You may pay a part at any time; the app shows the least amount. A payment counts for the day you submit it.',
    },
    {
      heading: 'In which order a payment counts',
      text: `Inside an instalment a payment covers ${terms.repaymentOrder.map(chargeTitle).join(', then ')}. The oldest instalment comes first. What is more than you owe becomes wallet credit, which is your money.`,
    },
    {
      heading: 'If you pay late',
      text: `After ${formatDayCount(terms.penaltyGraceDays)} of grace a late charge of ${formatPercent(terms.penaltyDailyRate)} of the late amount is added for each day. Late charges are never added on late charges. Interest, fees and late charges together are never more than ${formatPercent(terms.chargeCapRate)} of the loan.`,
    },
    {
      heading: 'If you change your mind',
      text: `Within ${terms.coolingOffHours} hours of receiving the money you may return it and owe nothing. Please call us on ${lender.phone}.`,
    },
    {
      heading: 'How we treat you',
      text: 'We remind only you, never your contacts, and only between 08:00 and 18:00. We do not share your debt with anybody who has no right to know.',
    },
    {
      heading: 'Your data',
      text: 'We keep your details to decide on and run this loan, as the privacy policy says and the Data Protection Act allows. You may ask for them at any time.',
    },
    {
      heading: 'If something is wrong',
      text: `Please call ${lender.phone} (${lender.hours}). If we cannot agree, you may turn to the Bank of Zambia or the courts of Zambia, whose law applies.`,
    },
    {
      heading: 'When this ends',
      text: `The contract ends when everything is repaid, by plan on ${formatDayLong(last.dueOn)}.`,
    },
  ];
}

function chargeTitle(kind: LoanTerms['repaymentOrder'][number]): string {
  return {
    penalty: 'late charges',
    fee: 'the service fee',
    interest: 'interest',
    principal: 'the loan itself',
  }[kind];
}
