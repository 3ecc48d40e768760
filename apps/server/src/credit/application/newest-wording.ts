import { extensionAnnualRate } from '@thumba/lending/apr';
import { formatDayCount, formatDayLong } from '@thumba/lending/day';
import type { LoanTerms } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { type AgreedQuote, priceLoan } from '@thumba/lending/pricing';
import { formatPercent, formatPercentage } from '@thumba/lending/rate';
import { givesInterestBack } from '@thumba/lending/rebate';
import type { Lender } from '../../book/lender.ts';
import { DEFAULT_QUIET_HOURS } from '../../platform/quiet-hours.ts';
import type { ContractClause, ContractParties } from './contract-clause.ts';
import { contractWords as words } from './contract-words.ts';

export const NEWEST_WORDING = '2026-11e';

/** The clauses of the newest wording in the current language, with the figures of one loan. */
export function newestClauses(
  lender: Lender,
  terms: LoanTerms,
  quote: AgreedQuote,
  { borrowerName, nationalId, receiveAccount }: ContractParties,
): ContractClause[] {
  const { whoWeAre, whatYouReceive, treatment, data, wrong, end } = words;
  return [
    clause(whoWeAre.heading, whoWeAre.parties(lender.name, borrowerName, nationalId), `${lender.licence}.`),
    clause(
      whatYouReceive.heading,
      whatYouReceive.lent(formatKwacha(quote.principalNgwee), terms.productName),
      whatYouReceive.sent(formatKwacha(quote.receivedNgwee), receiveAccount),
      whatYouReceive.starts,
    ),
    whatYouRepay(terms, quote),
    whatItCosts(terms, quote),
    howYouPay(terms),
    orderOfPayment(terms),
    payLate(terms),
    moreTime(terms),
    payEarly(terms),
    changeMind(terms),
    clause(
      treatment.heading,
      treatment.reminders(DEFAULT_QUIET_HOURS.to, DEFAULT_QUIET_HOURS.from),
      treatment.debt,
    ),
    clause(data.heading, data.why, data.ask),
    clause(wrong.heading, wrong.call(lender.phone, lender.hours), wrong.courts),
    clause(end.heading, end.ends, end.lastDueDate(formatDayLong(quote.instalments.at(-1)!.dueOn))),
  ];
}

function clause(heading: string, ...sentences: string[]): ContractClause {
  return { heading, text: sentences.join(' ') };
}

function whatYouRepay(terms: LoanTerms, quote: AgreedQuote): ContractClause {
  const { heading, total, payment, furtherPayment } = words.whatYouRepay;
  const payments = quote.instalments
    .map(({ totalNgwee, dueOn }) => payment(formatKwacha(totalNgwee), formatDayLong(dueOn)))
    .reduce((before, next) => furtherPayment(before, next));
  return clause(
    heading,
    total(formatKwacha(quote.totalRepayNgwee), payments),
    ...whenDatesMove(terms, quote),
  );
}

function whenDatesMove(terms: LoanTerms, quote: AgreedQuote): string[] {
  const { datesMove, extraDaysAreFree, daysAreCounted, highestRate } = words.whatYouRepay;
  if (terms.dueDay === undefined) return [datesMove];
  const ofDays = priceLoan({ ...terms, dueDay: undefined }, quote.instalments[0]!.startsOn);
  return [dueDayRule(terms), extraDaysAreFree, daysAreCounted, highestRate(formatPercentage(ofDays.apr))];
}

function dueDayRule({ dueDay, termDays, instalmentCount }: LoanTerms): string {
  const { dueAtMonthEnd, dueOnDay, eachDueAtMonthEnd, eachDueOnDay } = words.whatYouRepay;
  const days = formatDayCount(termDays / instalmentCount);
  const isOne = instalmentCount === 1;
  if (dueDay?.rule === 'day_of_month')
    return isOne ? dueOnDay(dueDay.day, days) : eachDueOnDay(dueDay.day, days);
  return isOne ? dueAtMonthEnd(days) : eachDueAtMonthEnd(days);
}

function whatItCosts(terms: LoanTerms, quote: AgreedQuote): ContractClause {
  const said = words.whatItCosts;
  const interest = terms.interestMethod === 'declining' ? said.decliningInterest : said.interest;
  const fee = terms.feeMode === 'deducted' ? said.feeKeptBack : said.feeAdded;
  const { effectiveAnnualRate } = quote;
  return clause(
    said.heading,
    interest(
      formatPercent(terms.dailyRate),
      formatKwacha(quote.interestNgwee),
      formatDayCount(terms.termDays),
    ),
    fee(formatPercent(terms.serviceFeeRate), formatKwacha(quote.feeNgwee)),
    said.together(formatKwacha(quote.totalCostNgwee), formatPercentage(quote.costPercent)),
    said.yearlyRate(formatPercentage(quote.apr)),
    ...(effectiveAnnualRate === undefined ? [] : [said.effectiveRate(formatPercentage(effectiveAnnualRate))]),
  );
}

function howYouPay({ minLeftoverNgwee }: LoanTerms): ContractClause {
  const { heading, pin, never, link, part, one, day } = words.howYouPay;
  return clause(heading, pin, never, link, part(formatKwacha(minLeftoverNgwee)), one, day);
}

function orderOfPayment({ repaymentOrder }: LoanTerms): ContractClause {
  const { heading, within, further, charge, oldest, more } = words.order;
  const charges = repaymentOrder.map((kind) => charge[kind]).reduce((before, next) => further(before, next));
  return clause(heading, within(charges), oldest, more);
}

function payLate({ penaltyGraceDays, penaltyDailyRate, chargeCapRate }: LoanTerms): ContractClause {
  const { heading, freeDays, chargeAfter, chargeAtOnce, notOnCharges, limit } = words.payLate;
  const rate = formatPercent(penaltyDailyRate);
  const charges =
    penaltyGraceDays === 0
      ? [chargeAtOnce(rate)]
      : [freeDays(formatDayCount(penaltyGraceDays)), chargeAfter(rate)];
  return clause(heading, ...charges, notOnCharges, limit(formatPercent(chargeCapRate)));
}

function moreTime({ extension }: LoanTerms): ContractClause {
  const { heading, never, move, fromToday, price, same, exceptions } = words.moreTime;
  if (extension === null) return clause(heading, never);
  return clause(
    heading,
    move(extension.max, formatDayCount(extension.days)),
    fromToday,
    price(formatPercent(extension.rate), formatPercentage(extensionAnnualRate(extension))),
    same,
    exceptions,
  );
}

function payEarly(terms: LoanTerms): ContractClause {
  const said = words.payEarly;
  if (!givesInterestBack(terms)) return clause(said.heading, said.anyDay, said.fixedInterest);
  const instalment = terms.dueDay === undefined ? said.instalmentBeforeDueDate : said.instalmentBeforeItsDays;
  return clause(said.heading, said.anyDay, said.interestForDays, instalment);
}

function changeMind({ coolingOffHours }: LoanTerms): ContractClause {
  const { heading, within, inApp, never, payOff } = words.changeMind;
  return coolingOffHours === 0
    ? clause(heading, never, payOff)
    : clause(heading, within(coolingOffHours), inApp);
}
