import { type AlertRule, alertRules } from '@thumba/contract/staff/alert-rules';
import { type Day, daysBetween } from '@thumba/lending/day';
import { formatKwacha, kwacha, type Ngwee, ngwee, sum } from '@thumba/lending/money';

export type RuleValues = Readonly<Record<string, number>>;

/** A rule as it is at a moment. */
export type RuleVersion = { rule: AlertRule; version: number; isOn: boolean; values: RuleValues };

/** A payment that came in for a loan. `number` tells one number from another, and is null for an erased one. */
export type LoanPayment = {
  paymentId: string;
  on: Day;
  at: Date;
  amountNgwee: Ngwee;
  number: string | null;
  /** Whether the borrower signs in with the number or has it as an account. */
  isOwn: boolean;
};

export type Finding = {
  rule: AlertRule;
  version: number;
  /** What it is about. The same thing is found once. */
  subject: string;
  loanId: number | null;
  paymentIds: string[];
  figures: Readonly<Record<string, number>>;
};

export type Found = Pick<Finding, 'paymentIds' | 'figures'>;

const HOUR_MS = 3_600_000;

/**
 * Whether the last payment of a settled loan came within so many hours of its payout from another number. The business
 * days count too, because those of a demo move while the clock stands.
 */
export function judgeQuickSettlement(
  values: RuleValues,
  loan: { isSettled: boolean; paidOutAt: Date; paidOutOn: Day; payments: readonly LoanPayment[] },
): Found | undefined {
  const last = loan.payments.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1);
  if (!loan.isSettled || !last || last.number === null || last.isOwn) return undefined;
  const hours = (last.at.getTime() - loan.paidOutAt.getTime()) / HOUR_MS;
  const most = ruleValue(values, 'withinHours');
  if (hours > most || daysBetween(loan.paidOutOn, last.on) > Math.ceil(most / 24)) return undefined;
  return {
    paymentIds: [last.paymentId],
    figures: { hours: Math.max(1, Math.ceil(hours)), amountNgwee: last.amountNgwee },
  };
}

/** Whether so many different other numbers paid a loan in the days up to the last of these payments. */
export function judgeManyPayers(
  values: RuleValues,
  { payments }: { payments: readonly LoanPayment[] },
): Found | undefined {
  const others = payments.filter(({ number, isOwn }) => number !== null && !isOwn);
  const lastOn = others
    .map(({ on }) => on)
    .toSorted()
    .at(-1);
  if (lastOn === undefined) return undefined;
  const counted = others.filter(({ on }) => daysBetween(on, lastOn) < ruleValue(values, 'withinDays'));
  const numbers = new Set(counted.map(({ number }) => number)).size;
  if (numbers < ruleValue(values, 'numbers')) return undefined;
  return {
    paymentIds: counted.map(({ paymentId }) => paymentId),
    figures: { numbers, amountNgwee: sum(counted.map(({ amountNgwee }) => amountNgwee)) },
  };
}

/** Whether a payout of the wallet is, for the most part, money that came into it from outside in the days before. */
export function judgePassThrough(
  values: RuleValues,
  payout: { paymentId: string; amountNgwee: Ngwee; cameInNgwee: Ngwee },
): Found | undefined {
  const passedNgwee = Math.min(payout.amountNgwee, payout.cameInNgwee);
  if (payout.amountNgwee < kwacha(ruleValue(values, 'leastKwacha'))) return undefined;
  if (passedNgwee * 100 < payout.amountNgwee * ruleValue(values, 'sharePercent')) return undefined;
  return {
    paymentIds: [payout.paymentId],
    figures: { amountNgwee: payout.amountNgwee, cameInNgwee: payout.cameInNgwee },
  };
}

/** Whether a borrower paid so much on one day. */
export function judgeLargeCash(
  values: RuleValues,
  ofDay: { payments: readonly { paymentId: string; amountNgwee: Ngwee }[] },
): Found | undefined {
  const amountNgwee = sum(ofDay.payments.map((payment) => payment.amountNgwee));
  if (amountNgwee < kwacha(ruleValue(values, 'leastKwacha'))) return undefined;
  return { paymentIds: ofDay.payments.map(({ paymentId }) => paymentId), figures: { amountNgwee } };
}

function ruleValue(values: RuleValues, name: string): number {
  const value = values[name];
  if (value === undefined) throw new Error(`a rule of alerts has no ${name}`);
  return value;
}

/** What was found, as a person of compliance reads it. */
export function findingSentence({
  rule,
  loanId,
  figures,
}: Pick<Finding, 'rule' | 'loanId' | 'figures'>): string {
  const of = (name: string) => figures[name] ?? 0;
  const amount = formatKwacha(ngwee(of('amountNgwee')));
  switch (rule) {
    case 'quick_settlement':
      return `Loan ${loanId} was settled ${countText(of('hours'), 'hour')} or less after its payout, with ${amount} from a number that the borrower does not use.`;
    case 'many_payers':
      return `Loan ${loanId} was paid by ${of('numbers')} numbers that the borrower does not use, ${amount} in all.`;
    case 'pass_through':
      return `${amount} left the wallet, after ${formatKwacha(ngwee(of('cameInNgwee')))} had come into it in the days before.`;
    case 'large_cash':
      return `${amount} came in on one day.`;
  }
}

/** The values of a rule in one line: "Hours after the payout: 24". */
export function valuesSentence(rule: AlertRule, values: RuleValues): string {
  return Object.entries(alertRules[rule].values as Record<string, { title: string; unit: string }>)
    .map(([name, { title, unit }]) => `${title}: ${valueText(ruleValue(values, name), unit)}`)
    .join(', ');
}

function valueText(value: number, unit: string): string {
  if (unit === 'kwacha') return formatKwacha(kwacha(value));
  return unit === 'percent' ? `${value}%` : String(value);
}

function countText(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
