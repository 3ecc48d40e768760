import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { fractionOf, type Rate, rate } from '@thumba/lending/rate';

/** From the best to the worst. */
export const LOAN_CLASSES = ['pass', 'watch', 'substandard', 'doubtful', 'loss'] as const;
export type LoanClass = (typeof LOAN_CLASSES)[number];

export type ClassRule = {
  loanClass: LoanClass;
  fromDaysPastDue: number;
  /** The share of the gross carrying amount that the regulator asks for. */
  provisionRate: Rate;
  /** The interest of a class that does not perform stands in suspense, in the regulator's view. */
  isNonPerforming: boolean;
};

/** The classes of a regulator. It is data with versions. Rule: docs/rules/classes.md. */
export type ClassTable = {
  /** The text that it was taken from. */
  source: string;
  /** Whether the lender has compared it with the text of the regulator that counts for it. */
  isConfirmed: boolean;
  /** One for each class, from the best to the worst. */
  classes: readonly ClassRule[];
  /** The days of paying as agreed after which an extension no longer counts as forbearance. */
  cureDays: number;
  /** A loan of the class loss is charged off at the end of the month in which it is so many days past due. */
  chargeOffFromDaysPastDue: number;
};

/** The table that comes with the program. It was not compared with the text of the Bank of Zambia. */
export const exampleClassTable: ClassTable = {
  source: 'Example of the program, not compared with a text of the Bank of Zambia',
  isConfirmed: false,
  classes: [
    { loanClass: 'pass', fromDaysPastDue: 0, provisionRate: rate('0'), isNonPerforming: false },
    { loanClass: 'watch', fromDaysPastDue: 30, provisionRate: rate('0'), isNonPerforming: false },
    { loanClass: 'substandard', fromDaysPastDue: 90, provisionRate: rate('0.2'), isNonPerforming: true },
    { loanClass: 'doubtful', fromDaysPastDue: 120, provisionRate: rate('0.5'), isNonPerforming: true },
    { loanClass: 'loss', fromDaysPastDue: 180, provisionRate: rate('1'), isNonPerforming: true },
  ],
  cureDays: 90,
  chargeOffFromDaysPastDue: 360,
};

export type ClassTableRefusal =
  | { kind: 'classes_incomplete' }
  | { kind: 'days_not_rising'; table: string }
  | { kind: 'rates_not_rising'; table: string }
  | { kind: 'rate_above_one'; table: string }
  | { kind: 'charge_off_before_loss'; fromDaysPastDue: number };

/**
 * Refuses, in this order: a table without exactly the five classes in their order; days that do not begin at 0 and
 * rise; a rate above 1; rates that fall; a charge-off before the class loss.
 */
export function checkClassTable(table: ClassTable): Outcome<ClassTable, ClassTableRefusal> {
  const { classes, chargeOffFromDaysPastDue } = table;
  if (classes.map(({ loanClass }) => loanClass).join() !== LOAN_CLASSES.join())
    return refuse({ kind: 'classes_incomplete' });
  if (!beginAtZeroAndRise(classes)) return refuse({ kind: 'days_not_rising', table: 'classes' });
  const rates = classes.map(({ provisionRate }) => provisionRate);
  if (rates.some(isAboveOne)) return refuse({ kind: 'rate_above_one', table: 'classes' });
  if (!neverFall(rates)) return refuse({ kind: 'rates_not_rising', table: 'classes' });
  const { fromDaysPastDue } = ruleOf(classes, Number.MAX_SAFE_INTEGER);
  return chargeOffFromDaysPastDue < fromDaysPastDue
    ? refuse({ kind: 'charge_off_before_loss', fromDaysPastDue })
    : allow(table);
}

/** The class of a loan that is so many days past due, with its rule. */
export function classOf({ classes }: Pick<ClassTable, 'classes'>, daysPastDue: number): ClassRule {
  return ruleOf(classes, daysPastDue);
}

/** The last rule that begins at so many days past due, or before. The first one begins at 0. */
export function ruleOf<Rule extends { fromDaysPastDue: number }>(
  rules: readonly Rule[],
  daysPastDue: number,
): Rule {
  const rule = rules.findLast(({ fromDaysPastDue }) => fromDaysPastDue <= daysPastDue);
  if (rule === undefined) throw new RangeError(`no rule for ${daysPastDue} days past due`);
  return rule;
}

/** Whether days past due begin at 0 and each is more than the one before. */
export function beginAtZeroAndRise(rules: readonly { fromDaysPastDue: number }[]): boolean {
  if (rules.length === 0) return false;
  return rules.every(({ fromDaysPastDue }, index) =>
    index === 0 ? fromDaysPastDue === 0 : fromDaysPastDue > (rules[index - 1]?.fromDaysPastDue ?? 0),
  );
}

/** Whether no rate is lower than the one before. */
export function neverFall(rates: readonly Rate[]): boolean {
  return rates.every((each, index) => index === 0 || !isLower(each, rates[index - 1] ?? each));
}

export function isAboveOne(each: Rate): boolean {
  return isLower(rate('1'), each);
}

/** Whether a rate is lower than another one. Both are exact. */
export function isLower(each: Rate, other: Rate): boolean {
  const [a, b] = [fractionOf(each), fractionOf(other)];
  return a.numerator * b.denominator < b.numerator * a.denominator;
}
