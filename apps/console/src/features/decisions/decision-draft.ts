/** A number as it is typed. What is no number is sent as it is, and the server names it. */
const numberOf = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

type RuleField = { name: string; label: string; hint?: string; isText?: boolean };

/** The fields of the decision rules, by the names that the server gives them. */
export const RULE_GROUPS: readonly { title: string; fields: readonly RuleField[] }[] = [
  {
    title: 'The borrower',
    fields: [
      { name: 'minAgeYears', label: 'Least age in years' },
      { name: 'referIncome', label: 'Declined below, monthly income in kwacha' },
      { name: 'approveIncome', label: 'For a person below, monthly income in kwacha' },
      {
        name: 'instalmentShareOfIncome',
        label: 'Largest instalment, as a share of the income',
        hint: 'A decimal like 0.40',
        isText: true,
      },
      { name: 'declinedForDays', label: 'May apply again after, days' },
    ],
  },
  {
    title: 'What borrowers have in common: more goes to a person',
    fields: [
      { name: 'maxAccountsOnDevice', label: 'Accounts on one phone' },
      { name: 'maxBorrowersOnPayoutNumber', label: 'Borrowers on one payout number' },
      { name: 'maxBorrowersOnContact', label: 'Borrowers on one emergency contact' },
      { name: 'numberWindowDays', label: 'Numbers are counted within, days' },
      { name: 'maxRegistrationsFromNetwork', label: 'Registrations from one network' },
      { name: 'maxApplicationsFromNetwork', label: 'Applications from one network' },
      { name: 'networkWindowDays', label: 'Networks are counted within, days' },
    ],
  },
  {
    title: 'What a credit bureau says, where one is asked',
    fields: [
      {
        name: 'withoutBureau',
        label: 'Applications without its answer',
        hint: 'refer: they wait for a person. decide: they are decided without it',
        isText: true,
      },
      { name: 'maxDaysLateElsewhere', label: 'Days late at another lender: more goes to a person' },
    ],
  },
];

const RULE_FIELDS = RULE_GROUPS.flatMap(({ fields }) => fields);

export type RulesDraft = Readonly<Record<string, string>>;

export function rulesDraftOf(content: unknown): RulesDraft {
  const form = content as Record<string, unknown>;
  return Object.fromEntries(RULE_FIELDS.map(({ name }) => [name, String(form[name])]));
}

export function rulesContentOf(draft: RulesDraft): Record<string, unknown> {
  return Object.fromEntries(
    RULE_FIELDS.map(({ name, isText }) => [name, isText ? draft[name]! : numberOf(draft[name]!)]),
  );
}

export const CHARACTERISTICS = [
  { name: 'ageYears', title: 'Age', from: 'From years' },
  { name: 'monthlyIncomeKwacha', title: 'Monthly income', from: 'From kwacha' },
  { name: 'onTimeLoans', title: 'Loans repaid on time', from: 'From loans' },
  { name: 'questionnairePoints', title: 'Questionnaire', from: 'From its points' },
  { name: 'moneyReceivedKwacha', title: 'Money received by SMS', from: 'From kwacha' },
] as const;
export type Characteristic = (typeof CHARACTERISTICS)[number]['name'];

/** SMS are read only for a scorecard that has bands for them. */
const OPTIONAL: Characteristic = 'moneyReceivedKwacha';

/** A band as it is typed. The key stays with its row while others come and go. */
export type BandDraft = { key: number; from: string; points: string };

export type ScorecardDraft = {
  basePoints: string;
  approveFromPoints: string;
  referFromPoints: string;
  bands: Readonly<Record<Characteristic, readonly BandDraft[]>>;
};

type ScorecardForm = {
  basePoints: number;
  approveFromPoints: number;
  referFromPoints: number;
  bands: Partial<Record<Characteristic, { from: number; points: number }[]>>;
};

export function scorecardDraftOf(content: unknown): ScorecardDraft {
  const { basePoints, approveFromPoints, referFromPoints, bands } = content as ScorecardForm;
  return {
    basePoints: String(basePoints),
    approveFromPoints: String(approveFromPoints),
    referFromPoints: String(referFromPoints),
    bands: Object.fromEntries(
      CHARACTERISTICS.map(({ name }) => [
        name,
        (bands[name] ?? []).map(({ from, points }, key) => ({
          key,
          from: String(from),
          points: String(points),
        })),
      ]),
    ) as unknown as ScorecardDraft['bands'],
  };
}

export function scorecardContentOf(draft: ScorecardDraft): Record<string, unknown> {
  const named = CHARACTERISTICS.filter(({ name }) => name !== OPTIONAL || draft.bands[name].length > 0);
  return {
    basePoints: numberOf(draft.basePoints),
    approveFromPoints: numberOf(draft.approveFromPoints),
    referFromPoints: numberOf(draft.referFromPoints),
    bands: Object.fromEntries(
      named.map(({ name }) => [
        name,
        draft.bands[name].map(({ from, points }) => ({ from: numberOf(from), points: numberOf(points) })),
      ]),
    ),
  };
}

/** A problem of the server names its field first: "minAgeYears: a borrower has to be 18 or older." */
export function problemOf(problems: readonly string[], field: string): string | undefined {
  const named = problems.find((problem) => problem.startsWith(`${field}: `));
  return named?.slice(field.length + 2);
}
