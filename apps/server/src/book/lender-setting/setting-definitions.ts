import { MOBILE_PATTERN } from '@thumba/contract/fields';
import { type LenderSetting, lenderSettings, type SettingUnit } from '@thumba/contract/staff/lender-settings';
import { formatCount } from '@thumba/lending/count';
import { day, formatDayCount } from '@thumba/lending/day';
import { OPERATOR_NAMES, type OperatorName } from '@thumba/lending/ledger';
import { formatKwacha, kwacha, type Ngwee, ngwee, parseKwacha, toKwacha, ZERO } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { dayText } from '../../platform/date-text.ts';
import type { Config } from '../settings/config.ts';
import type { FloatReserves, PrefixTable } from '../settings/operator-settings.ts';
import { type BankAccount, NO_BANK_ACCOUNT, readBankAccount, textsOfBankAccount } from './bank-account.ts';

/** What each setting says, as the table keeps it. */
export type SettingValues = {
  float_reserve: FloatReserves;
  /** Null where no price is set. */
  sms_part_price: { ngwee: Ngwee | null };
  application_hold: { minutes: number };
  waiver_alone: { ngwee: Ngwee };
  /** 0 means never. */
  unused_credit: { days: number };
  operator_prefixes: PrefixTable;
  bank_account: BankAccount;
  second_bank_account: BankAccount;
};

export type SettingProblem = { field: string; sentence: string };

type Texts = Readonly<Record<string, string>>;

type Definition<Value> = {
  /** What counts until there is a version. */
  startOf(config: Config): Value;
  /** The text of each field of the form. */
  textsOf(value: Value): Record<string, string>;
  /** What the fields of the form say. Refused with the field and a sentence. */
  read(texts: Texts): Outcome<Value, SettingProblem>;
};

const MOST_RESERVE_NGWEE = kwacha(100_000_000);
const MOST_PART_PRICE_NGWEE = kwacha(100);
const MOST_WAIVER_NGWEE = kwacha(100_000);
const UNUSED_DAYS = { least: 0, most: 365 };
const HOLD_MINUTES = { least: 2, most: 60 };

/** As long as an application is held where no version says it. */
const FIRST_HOLD_MINUTES = 10;

const bankAccount: Definition<BankAccount> = {
  startOf: () => NO_BANK_ACCOUNT,
  textsOf: textsOfBankAccount,
  read: readBankAccount,
};

export const settingDefinitions: { [Name in LenderSetting]: Definition<SettingValues[Name]> } = {
  float_reserve: {
    startOf: (config) => config.FLOAT_RESERVE,
    textsOf: (reserves) =>
      Object.fromEntries(OPERATOR_NAMES.map((name) => [name, amountText(reserves[name] ?? null)])),
    read(texts) {
      const reserves: Partial<Record<(typeof OPERATOR_NAMES)[number], Ngwee>> = {};
      for (const name of OPERATOR_NAMES) {
        const amount = readAmount(texts, name, { least: ZERO, most: MOST_RESERVE_NGWEE, mayBeEmpty: true });
        if (!amount.ok) return amount;
        if (amount.value !== null && amount.value > 0) reserves[name] = amount.value;
      }
      return allow(reserves);
    },
  },
  sms_part_price: {
    startOf: ({ SMS_PART_NGWEE: part }) => ({ ngwee: part === undefined ? null : ngwee(part) }),
    textsOf: ({ ngwee: part }) => ({ price: amountText(part) }),
    read(texts) {
      const bounds = { least: ngwee(1), most: MOST_PART_PRICE_NGWEE, mayBeEmpty: true };
      const amount = readAmount(texts, 'price', bounds);
      return amount.ok ? allow({ ngwee: amount.value }) : amount;
    },
  },
  application_hold: {
    startOf: () => ({ minutes: FIRST_HOLD_MINUTES }),
    textsOf: ({ minutes }) => ({ minutes: String(minutes) }),
    read(texts) {
      const minutes = readCount(texts, 'minutes', HOLD_MINUTES);
      return minutes.ok ? allow({ minutes: minutes.value }) : minutes;
    },
  },
  waiver_alone: {
    startOf: (config) => ({ ngwee: kwacha(config.WAIVER_ALONE_KWACHA) }),
    textsOf: ({ ngwee: most }) => ({ most: amountText(most) }),
    read(texts) {
      const bounds = { least: ZERO, most: MOST_WAIVER_NGWEE, mayBeEmpty: false };
      const amount = readAmount(texts, 'most', bounds);
      return amount.ok ? allow({ ngwee: amount.value ?? ZERO }) : amount;
    },
  },
  unused_credit: {
    startOf: ({ UNUSED_CREDIT_DAYS: days }) => ({ days }),
    textsOf: ({ days }) => ({ days: String(days) }),
    read(texts) {
      const days = readCount(texts, 'days', UNUSED_DAYS);
      return days.ok ? allow({ days: days.value }) : days;
    },
  },
  operator_prefixes: {
    startOf: ({ OPERATOR_PREFIXES: table }) => table,
    textsOf: (table) =>
      Object.fromEntries(OPERATOR_NAMES.map((name) => [name, prefixesOf(table, name).join(', ')])),
    read: readPrefixes,
  },
  bank_account: bankAccount,
  second_bank_account: bankAccount,
};

function prefixesOf(table: PrefixTable, operator: OperatorName): string[] {
  return Object.keys(table).filter((prefix) => table[prefix] === operator);
}

function readPrefixes(texts: Texts): Outcome<PrefixTable, SettingProblem> {
  const table: Record<string, OperatorName> = {};
  for (const operator of OPERATOR_NAMES) {
    const written = (texts[operator] ?? '').split(',').map((prefix) => prefix.trim());
    for (const prefix of written.filter((text) => text !== '')) {
      const problem = prefixProblem(prefix, table);
      if (problem !== undefined) return refuse({ field: operator, sentence: problem });
      table[prefix] = operator;
    }
  }
  return Object.keys(table).length > 0
    ? allow(table)
    : refuse({ field: OPERATOR_NAMES[0], sentence: 'Write the prefixes of one operator at least.' });
}

function prefixProblem(prefix: string, table: PrefixTable): string | undefined {
  if (prefix.length !== 2 || !MOBILE_PATTERN.test(`0${prefix}0000000`))
    return `${prefix} is not how a Zambian mobile number goes on after its 0: write two digits, such as 96.`;
  return Object.hasOwn(table, prefix) ? `${prefix} is written twice.` : undefined;
}

/** How each field of a value reads, in the order of the form. */
export function shownFields<Name extends LenderSetting>(
  setting: Name,
  value: SettingValues[Name],
): { title: string; text: string }[] {
  const texts = settingDefinitions[setting].textsOf(value);
  return Object.entries(lenderSettings[setting].fields).map(([field, { title, unit }]) => ({
    title,
    text: textInUnit(texts[field] ?? '', unit),
  }));
}

function textInUnit(text: string, unit: SettingUnit): string {
  if (text === '') return 'none';
  switch (unit) {
    case 'kwacha':
      return formatKwacha(parseKwacha(Number(text))!);
    case 'minutes':
      return text === '1' ? '1 minute' : `${text} minutes`;
    case 'days':
      return text === '0' ? 'never' : formatDayCount(Number(text));
    case 'prefixes':
    case 'text':
      return text;
    case 'day':
      return dayText(day(text));
  }
}

/** The text of an amount in a form: whole kwacha without decimals. */
function amountText(amountNgwee: Ngwee | null): string {
  if (amountNgwee === null) return '';
  const amount = toKwacha(amountNgwee);
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}

type AmountBounds = { least: Ngwee; most: Ngwee; mayBeEmpty: boolean };

function readAmount(
  texts: Texts,
  field: string,
  { least, most, mayBeEmpty }: AmountBounds,
): Outcome<Ngwee | null, SettingProblem> {
  const text = (texts[field] ?? '').trim();
  if (text === '' && mayBeEmpty) return allow(null);
  const amount = /^\d{1,9}(\.\d{1,2})?$/.test(text) ? parseKwacha(Number(text)) : undefined;
  if (amount === undefined)
    return refuse({ field, sentence: 'Write an amount in kwacha, such as 5000 or 0.25.' });
  return amount >= least && amount <= most
    ? allow(amount)
    : refuse({ field, sentence: `Write an amount from ${formatKwacha(least)} to ${formatKwacha(most)}.` });
}

function readCount(
  texts: Texts,
  field: string,
  { least, most }: { least: number; most: number },
): Outcome<number, SettingProblem> {
  const text = (texts[field] ?? '').trim();
  const count = /^\d{1,6}$/.test(text) ? Number(text) : undefined;
  return count !== undefined && count >= least && count <= most
    ? allow(count)
    : refuse({ field, sentence: `Write a whole number from ${formatCount(least)} to ${formatCount(most)}.` });
}
