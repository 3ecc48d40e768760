/** How the text of a field is read and shown. */
export type SettingUnit = 'kwacha' | 'minutes' | 'days' | 'prefixes' | 'text' | 'day';

/** The request that a second person answers. */
export type SettingRequestKind = 'setting_change' | 'bank_details';

/** Where the value of a setting is from until its first version: the environment of the server, the program, or nowhere. */
export type SettingStart = 'environment' | 'program' | 'nothing';

type SettingDefinition = {
  title: string;
  purpose: string;
  request?: SettingRequestKind;
  /** Where its value is from until its first version. Left out: from the environment of the server. */
  startsFrom?: SettingStart;
  fields: Record<string, { title: string; unit: SettingUnit; hint: string }>;
};

const PREFIXES = { unit: 'prefixes', hint: 'Two digits each, such as 96, 76' } as const;

const BANK_ACCOUNT = {
  request: 'bank_details',
  startsFrom: 'nothing',
  fields: {
    bank: { title: 'Bank', unit: 'text', hint: 'Its name, such as Zanaco' },
    branch: { title: 'Branch', unit: 'text', hint: 'May be empty' },
    accountName: { title: 'Account name', unit: 'text', hint: 'As the bank writes it' },
    accountNumber: { title: 'Account number', unit: 'text', hint: 'From 5 to 20 digits' },
    usedFromOn: { title: 'Used from', unit: 'day', hint: 'The first day of its statements here' },
    closedOn: { title: 'Closed on', unit: 'day', hint: 'Empty while the account is open' },
  },
} as const;

const RESERVE = { unit: 'kwacha', hint: 'Empty: nothing is kept back' } as const;

/**
 * The settings of the lender that two people change. Like `calls.ts` this file has no schemas, so that the console
 * downloads only names.
 */
export const lenderSettings = {
  float_reserve: {
    title: 'Float reserve',
    purpose: 'How much of the float at an operator payouts leave.',
    fields: {
      mtn: { title: 'MTN', ...RESERVE },
      airtel: { title: 'Airtel', ...RESERVE },
      zamtel: { title: 'Zamtel', ...RESERVE },
    },
  },
  sms_part_price: {
    title: 'Price of an SMS part',
    purpose:
      'What the operator of the SMS charges for one part. Reports and the words of messages show costs by it.',
    fields: { price: { title: 'Price of a part', unit: 'kwacha', hint: 'Empty: no costs are shown' } },
  },
  application_hold: {
    title: 'Hold on an application',
    purpose: 'After how many minutes without a step an application that a person took is free for others.',
    startsFrom: 'program',
    fields: { minutes: { title: 'Minutes', unit: 'minutes', hint: 'From 2 to 60' } },
  },
  waiver_alone: {
    title: 'Waiver by one person',
    purpose:
      'Up to which amount one person may waive charges of a loan in a day. A larger waiver needs a second person.',
    fields: { most: { title: 'At most', unit: 'kwacha', hint: '0: each waiver needs a second person' } },
  },
  unused_credit: {
    title: 'Unused wallet credit',
    purpose: 'After how many days wallet credit that was not used goes back to the number that it came from.',
    fields: { days: { title: 'Days', unit: 'days', hint: 'From 1 to 365; 0: it never goes back' } },
  },
  operator_prefixes: {
    title: 'Prefixes of operators',
    purpose:
      'Which operator a mobile number most likely has, by the two digits after its 0. A borrower may choose another one.',
    fields: {
      mtn: { title: 'MTN', ...PREFIXES },
      airtel: { title: 'Airtel', ...PREFIXES },
      zamtel: { title: 'Zamtel', ...PREFIXES },
    },
  },
  bank_account: {
    title: 'Bank account',
    purpose:
      'The account of the lender, in kwacha, whose statements are imported, also before its details are set up. In the books it is the account Bank.',
    ...BANK_ACCOUNT,
  },
  second_bank_account: {
    title: 'Second bank account',
    purpose:
      'A second account of the lender, in kwacha. Its statements are imported once its details are set up. In the books both are the account Bank.',
    ...BANK_ACCOUNT,
  },
} as const satisfies Record<string, SettingDefinition>;

export type LenderSetting = keyof typeof lenderSettings;

export const LENDER_SETTINGS = Object.keys(lenderSettings) as readonly LenderSetting[];

/** Where the value of a setting is from until its first version. */
export function startOfSetting(setting: LenderSetting): SettingStart {
  const definition: SettingDefinition = lenderSettings[setting];
  return definition.startsFrom ?? 'environment';
}

/** Which request changes a setting. */
export function requestOfSetting(setting: LenderSetting): SettingRequestKind {
  const definition: SettingDefinition = lenderSettings[setting];
  return definition.request ?? 'setting_change';
}
