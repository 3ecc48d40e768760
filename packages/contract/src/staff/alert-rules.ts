type RuleValue = {
  title: string;
  unit: 'hours' | 'days' | 'numbers' | 'kwacha' | 'percent';
  least: number;
  most: number;
};
type AlertRuleDefinition = { title: string; finds: string; values: Record<string, RuleValue> };

/**
 * The rules that look at payments, each with the values that two people may change. Like `request-kinds.ts` this file has
 * no schemas, so that the console downloads only names.
 */
export const alertRules = {
  quick_settlement: {
    title: 'Settled at once by another number',
    finds:
      'A loan whose last payment came soon after the payout, from a number that the borrower does not use.',
    values: { withinHours: { title: 'Hours after the payout', unit: 'hours', least: 1, most: 240 } },
  },
  many_payers: {
    title: 'Many payers for one loan',
    finds: 'A loan that several numbers paid which the borrower does not use.',
    values: {
      numbers: { title: 'Different numbers', unit: 'numbers', least: 2, most: 50 },
      withinDays: { title: 'Days within which they paid', unit: 'days', least: 1, most: 366 },
    },
  },
  pass_through: {
    title: 'Money that passes through the wallet',
    finds: 'Money that came into the wallet and left it again within days, and paid no loan.',
    values: {
      withinDays: { title: 'Days between in and out', unit: 'days', least: 1, most: 60 },
      leastKwacha: { title: 'At least', unit: 'kwacha', least: 1, most: 10_000_000 },
      sharePercent: { title: 'Share of the payout that had come in', unit: 'percent', least: 1, most: 100 },
    },
  },
  large_cash: {
    title: 'Large sum on one day',
    finds: 'A borrower who paid at least this sum on one day.',
    values: { leastKwacha: { title: 'At least', unit: 'kwacha', least: 1, most: 100_000_000 } },
  },
} as const satisfies Record<string, AlertRuleDefinition>;

export type AlertRule = keyof typeof alertRules;

export const ALERT_RULES = Object.keys(alertRules) as [AlertRule, ...AlertRule[]];

/** The values of a rule that a change may have, or why not. */
export function whyNotValues(rule: AlertRule, values: Readonly<Record<string, number>>): string | undefined {
  const wanted: Record<string, RuleValue> = alertRules[rule].values;
  const unknown = Object.keys(values).find((name) => !(name in wanted));
  if (unknown !== undefined) return `The rule has no value ${unknown}.`;
  for (const [name, { title, least, most }] of Object.entries(wanted)) {
    const value = values[name];
    if (value === undefined || !Number.isInteger(value) || value < least || value > most)
      return `${title}: a whole number from ${least} to ${most}.`;
  }
  return undefined;
}

export const REPORT_FORMATS = ['xml', 'json', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** So many working days after a suspicion was formed its report is due. */
export const REPORT_WORKING_DAYS = 3;
