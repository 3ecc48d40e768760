import type { OfferPart } from '@thumba/contract/staff/offer-parts';

type FieldKind = 'text' | 'kwacha' | 'percent' | 'count' | 'number' | 'choice' | 'flag' | 'words' | 'amounts';

export type Field = {
  /** Where it stands in the JSON of the part. */
  name: string;
  title: string;
  kind: FieldKind;
  /** An empty field means that there is no such limit. */
  isOptional?: boolean;
  choices?: readonly { value: string; text: string }[];
  hint?: string;
  /** The field and the value of it without which this one does not apply. */
  needs?: readonly [name: string, value: string];
};

export type FieldGroup = { title: string; fields: readonly Field[] };

const YES_OR_NO = [
  { value: 'true', text: 'Yes' },
  { value: 'false', text: 'No' },
];

const PRODUCT: readonly FieldGroup[] = [
  {
    title: 'Amounts',
    fields: [
      { name: 'name', title: 'Name', kind: 'text' },
      { name: 'minAmount', title: 'Smallest amount in kwacha', kind: 'kwacha' },
      { name: 'maxAmount', title: 'Largest amount in kwacha', kind: 'kwacha' },
      { name: 'amountStep', title: 'Step of amounts in kwacha', kind: 'kwacha' },
      { name: 'minRepayAmount', title: 'Least repayment in kwacha', kind: 'kwacha' },
      { name: 'ladderStepNeeded', title: 'Step of the ladder that opens it', kind: 'count' },
    ],
  },
  {
    title: 'Price',
    fields: [
      { name: 'dailyRate', title: 'Interest a day in percent', kind: 'percent' },
      {
        name: 'interestMethod',
        title: 'Interest is counted on',
        kind: 'choice',
        choices: [
          { value: 'flat', text: 'the whole amount' },
          { value: 'declining', text: 'what is still owed' },
        ],
      },
      { name: 'serviceFeeRate', title: 'Service fee in percent', kind: 'percent' },
      {
        name: 'feeMode',
        title: 'The service fee is',
        kind: 'choice',
        choices: [
          { value: 'added', text: 'added to what is repaid' },
          { value: 'deducted', text: 'taken off the payout' },
        ],
      },
      {
        name: 'settlementInterest',
        title: 'Repaid early, the interest is',
        kind: 'choice',
        choices: [
          { value: 'daily', text: 'that of the days that passed' },
          { value: 'fixed', text: 'that of the whole term' },
        ],
      },
    ],
  },
  {
    title: 'Late and longer',
    fields: [
      { name: 'penalty.dailyRate', title: 'Penalty a day in percent', kind: 'percent' },
      { name: 'penalty.graceDays', title: 'Days without a penalty', kind: 'count' },
      { name: 'extension', title: 'Can be extended', kind: 'choice', choices: YES_OR_NO },
      { name: 'extension.days', title: 'Days of an extension', kind: 'count', needs: ['extension', 'true'] },
      {
        name: 'extension.rate',
        title: 'Fee of an extension in percent',
        kind: 'percent',
        needs: ['extension', 'true'],
      },
      { name: 'extension.max', title: 'Most extensions', kind: 'count', needs: ['extension', 'true'] },
      {
        name: 'dueDay.rule',
        title: 'Plans are due',
        kind: 'choice',
        choices: [
          { value: 'after_term', text: 'when their days have passed' },
          { value: 'month_end', text: 'at the end of a month' },
          { value: 'day_of_month', text: 'on a day of the month' },
        ],
      },
      {
        name: 'dueDay.day',
        title: 'Day of the month',
        kind: 'count',
        needs: ['dueDay.rule', 'day_of_month'],
      },
      {
        name: 'repaymentOrder',
        title: 'A payment counts for',
        kind: 'words',
        hint: 'penalty, fee, interest and principal in their order',
      },
    ],
  },
];

const POLICY: readonly FieldGroup[] = [
  {
    title: 'Limits of the licence',
    fields: [
      { name: 'maxApr', title: 'Highest APR in percent', kind: 'number', isOptional: true },
      {
        name: 'maxEffectiveAnnualRate',
        title: 'Highest effective annual rate in percent',
        kind: 'number',
        isOptional: true,
      },
      {
        name: 'maxAnnualSimpleRate',
        title: 'Highest simple interest a year in percent',
        kind: 'percent',
        isOptional: true,
      },
      {
        name: 'maxExtensionAnnualRate',
        title: 'Highest yearly rate of an extension in percent',
        kind: 'number',
        isOptional: true,
      },
      { name: 'chargeCapRate', title: 'Most charges in percent of the loan', kind: 'percent' },
      { name: 'feesAllowed', title: 'Service fees are allowed', kind: 'flag', choices: YES_OR_NO },
      { name: 'extensionFeesAllowed', title: 'Extension fees are allowed', kind: 'flag', choices: YES_OR_NO },
      { name: 'minTermDays', title: 'Shortest term in days', kind: 'count' },
      { name: 'coolingOffHours', title: 'Hours in which a loan can be given back', kind: 'count' },
    ],
  },
];

const LADDER: readonly FieldGroup[] = [
  {
    title: 'Steps',
    fields: [
      {
        name: 'steps',
        title: 'Limits in kwacha',
        kind: 'amounts',
        hint: 'from the entry limit up, with commas between them',
      },
      { name: 'onTimeLoansPerStep', title: 'Loans on time for a step up', kind: 'count' },
      { name: 'maxDaysLateToStay', title: 'Most days late without a step down', kind: 'count' },
      { name: 'minDaysHeld', title: 'Least days that a loan is held to count', kind: 'count' },
      { name: 'minShareOfLimit', title: 'Least share of the limit to count, in percent', kind: 'percent' },
    ],
  },
];

const IN_FORCE: readonly FieldGroup[] = [
  {
    title: 'Policy in force',
    fields: [
      {
        name: 'name',
        title: 'Policy',
        kind: 'choice',
        choices: [
          { value: 'microfinance', text: 'microfinance' },
          { value: 'moneylender', text: 'moneylender' },
        ],
      },
    ],
  },
];

const RULES: readonly FieldGroup[] = [
  {
    title: 'The borrower',
    fields: [
      { name: 'minAgeYears', title: 'Least age in years', kind: 'count' },
      { name: 'referIncome', title: 'Declined below, monthly income in kwacha', kind: 'kwacha' },
      { name: 'approveIncome', title: 'For a person below, monthly income in kwacha', kind: 'kwacha' },
      {
        name: 'instalmentShareOfIncome',
        title: 'Largest instalment, share of the income in percent',
        kind: 'percent',
      },
      { name: 'declinedForDays', title: 'May apply again after, days', kind: 'count' },
    ],
  },
  {
    title: 'What borrowers have in common: more goes to a person',
    fields: [
      { name: 'maxAccountsOnDevice', title: 'Accounts on one phone', kind: 'count' },
      { name: 'maxBorrowersOnPayoutNumber', title: 'Borrowers on one payout number', kind: 'count' },
      { name: 'maxBorrowersOnContact', title: 'Borrowers on one emergency contact', kind: 'count' },
      { name: 'numberWindowDays', title: 'Numbers are counted within, days', kind: 'count' },
      { name: 'maxRegistrationsFromNetwork', title: 'Registrations from one network', kind: 'count' },
      { name: 'maxApplicationsFromNetwork', title: 'Applications from one network', kind: 'count' },
      { name: 'networkWindowDays', title: 'Networks are counted within, days', kind: 'count' },
    ],
  },
  {
    title: 'What a credit bureau says, where one is asked',
    fields: [
      {
        name: 'withoutBureau',
        title: 'Applications without an answer of the bureau',
        kind: 'choice',
        choices: [
          { value: 'refer', text: 'wait for a person' },
          { value: 'decide', text: 'are decided without it' },
        ],
      },
      { name: 'maxDaysLateElsewhere', title: 'Most days late at another lender', kind: 'count' },
    ],
  },
];

/** The fields of the parts that have an editor of fields. */
export const OFFER_FIELDS: Partial<Record<OfferPart, readonly FieldGroup[]>> = {
  product: PRODUCT,
  policy: POLICY,
  policy_in_force: IN_FORCE,
  ladder: LADDER,
  rules: RULES,
};
