import { extensionAnnualRate } from '@thumba/lending/apr';
import { formatDayCount, formatDayLong } from '@thumba/lending/day';
import { formatDueDay } from '@thumba/lending/due-day-text';
import type { LoanTerms } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { type AgreedQuote, priceLoan } from '@thumba/lending/pricing';
import { formatPercent, formatPercentage } from '@thumba/lending/rate';
import { givesInterestBack } from '@thumba/lending/rebate';
import type { Lender } from '../../book/lender.ts';
import { DEFAULT_QUIET_HOURS } from '../../platform/quiet-hours.ts';
import type { ContractClause, ContractParties } from './contract-clause.ts';

/** The wordings that were signed before the newest one, oldest first. Each stays as it was signed, and in English. */
export const EARLIER_WORDINGS = ['2026-11', '2026-11b', '2026-11c', '2026-11d'] as const;
export type EarlierWording = (typeof EARLIER_WORDINGS)[number];

/** Whether a wording has what came with this one. */
const isFrom = (first: EarlierWording, wording: EarlierWording) =>
  EARLIER_WORDINGS.indexOf(wording) >= EARLIER_WORDINGS.indexOf(first);

/** The clauses of an earlier wording, with the figures of one loan. */
export function earlierClauses(
  wording: EarlierWording,
  lender: Lender,
  terms: LoanTerms,
  quote: AgreedQuote,
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
        .join('; ')}. ${whenDatesMove(terms, quote)}`,
    },
    {
      heading: 'What it costs',
      text: `Interest is ${formatPercent(terms.dailyRate)} a day${
        terms.interestMethod === 'declining' ? ' on what is still owed' : ''
      }: ${formatKwacha(quote.interestNgwee)} over ${formatDayCount(terms.termDays)}. The service fee is ${formatPercent(terms.serviceFeeRate)}: ${formatKwacha(quote.feeNgwee)}${
        terms.feeMode === 'deducted' ? ', kept back from the payout' : ''
      }. Together this is ${formatKwacha(quote.totalCostNgwee)}, or ${formatPercentage(quote.costPercent)} of what you receive. The yearly rate (APR) is ${formatPercentage(quote.apr)}.${effectiveRateText(quote)}`,
    },
    {
      heading: 'How you pay',
      text: howYouPay(wording, terms),
    },
    {
      heading: 'In which order a payment counts',
      text: `Inside an instalment a payment covers ${terms.repaymentOrder.map(chargeTitle).join(', then ')}. The oldest instalment comes first. What is more than you owe becomes wallet credit, which is your money.`,
    },
    {
      heading: 'If you pay late',
      text: `After ${formatDayCount(terms.penaltyGraceDays)} of grace a late charge of ${formatPercent(terms.penaltyDailyRate)} of the late amount is added for each day. Late charges are never added on late charges. ${
        isFrom('2026-11d', wording)
          ? 'Interest, fees, late charges and what you pay for more time'
          : 'Interest, fees and late charges'
      } together are never more than ${formatPercent(terms.chargeCapRate)} of the loan.`,
    },
    ...(wording === '2026-11' ? [] : [needMoreTime(wording, terms), payEarly(wording, terms)]),
    { heading: 'If you change your mind', text: changeYourMind(wording, terms, lender) },
    {
      heading: 'How we treat you',
      text: `We remind only you, never your contacts, and only between ${DEFAULT_QUIET_HOURS.to} and ${DEFAULT_QUIET_HOURS.from}. We do not share your debt with anybody who has no right to know.`,
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

/** Due days are named only in contracts of products that have them, so no wording that was signed before has them. */
function whenDatesMove(terms: LoanTerms, quote: AgreedQuote): string {
  if (terms.dueDay === undefined)
    return 'If the money reaches you on a later day, every date moves by the same number of days.';
  const ofDays = priceLoan({ ...terms, dueDay: undefined }, quote.instalments[0]!.startsOn);
  const dueDay = formatDueDay(terms.dueDay);
  const days = formatDayCount(terms.termDays / terms.instalmentCount);
  const rule =
    terms.instalmentCount === 1
      ? `The due date is ${dueDay}: the first one on or after the day on which the ${days} of the loan end.`
      : `Each due date is ${dueDay}: the first one on or after the day on which the ${days} of its instalment end, and never the date of another instalment.`;
  return `${rule} The days up to it cost nothing more. The days of the loan are counted from the day the money reaches you. If that is a later day, a due date can be in a later month, and the yearly rate (APR) is at most ${formatPercentage(ofDays.apr)}.`;
}

/** A contract of an earlier wording was signed without this figure. */
function effectiveRateText({ effectiveAnnualRate }: AgreedQuote): string {
  if (effectiveAnnualRate === undefined) return '';
  return ` Counted with interest on interest it is ${formatPercentage(effectiveAnnualRate)} a year (effective annual rate).`;
}

function howYouPay(wording: EarlierWording, { minLeftoverNgwee }: LoanTerms): string {
  const approval = 'You start a payment in the app and approve it with your mobile-money PIN.';
  const day = 'A payment counts for the day you submit it.';
  if (!isFrom('2026-11d', wording))
    return `${approval} We never ask for your PIN. You may pay a part at any time; the app shows the least amount. ${day}`;
  return `${approval} We never ask for your PIN. Anybody can also pay with the link in a reminder. You may pay a part: the app shows the least amount, and a part may not leave less than ${formatKwacha(minLeftoverNgwee)} of an instalment. While one payment waits for its PIN, you cannot start another. ${day}`;
}

function changeYourMind(wording: EarlierWording, { coolingOffHours }: LoanTerms, lender: Lender): string {
  if (isFrom('2026-11d', wording) && coolingOffHours === 0)
    return 'Once the money has reached you, this loan cannot be given back. You may pay it off early.';
  const within = `Within ${coolingOffHours} hours of receiving the money you may return it and owe nothing.`;
  return `${within} ${wording === '2026-11' ? `Please call us on ${lender.phone}.` : 'The app does it for you.'}`;
}

function needMoreTime(wording: EarlierWording, { extension }: LoanTerms): ContractClause {
  const heading = 'If you need more time';
  if (extension === null) return { heading, text: 'The due dates of this loan cannot be moved.' };
  const aYear =
    wording === '2026-11b' ? '' : `, which is ${formatPercentage(extensionAnnualRate(extension))} a year`;
  const times = extension.max === 1 ? 'Once' : `Up to ${extension.max} times`;
  const isLong = isFrom('2026-11d', wording);
  const fromToday = isLong ? ' If that date has passed, the days are counted from the day you pay.' : '';
  const exceptions = isLong
    ? ' You cannot do this while a later instalment is late too, under a plan that we agreed because you cannot pay, or where all charges would pass the limit above.'
    : '';
  return {
    heading,
    text: `${times} you may move the next due date by ${formatDayCount(extension.days)}, and the later ones with it.${fromToday} It costs ${formatPercent(extension.rate)} of the loan still owed on that instalment${aYear}, and the late charges so far are paid with it. What you owe stays the same.${exceptions}`,
  };
}

function prepaidInstalment({ dueDay }: LoanTerms): string {
  const before = dueDay === undefined ? 'its due date' : 'its days have passed';
  return ` An instalment that you pay before ${before} gives back the daily interest on its part of the loan for the days it is early.`;
}

function payEarly(wording: EarlierWording, terms: LoanTerms): ContractClause {
  const givesBack = givesInterestBack(terms);
  return {
    heading: 'If you pay everything early',
    text: givesBack
      ? `You may pay the whole loan off on any day. Interest is then charged only for the days you had the money, and the app shows what you save.${wording === '2026-11b' ? '' : prepaidInstalment(terms)}`
      : 'You may pay the whole loan off on any day. The interest stays the same, because it was agreed as a fixed sum.',
  };
}

function chargeTitle(kind: LoanTerms['repaymentOrder'][number]): string {
  return {
    penalty: 'late charges',
    fee: 'the service fee',
    interest: 'interest',
    principal: 'the loan itself',
  }[kind];
}
