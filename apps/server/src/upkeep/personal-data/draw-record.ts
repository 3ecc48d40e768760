import type { Day } from '@thumba/lending/day';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { letterheadOf } from '../../book/letterhead.ts';
import { dayText, instantText } from '../../platform/date-text.ts';
import { openSheet, type Sheet } from '../../platform/sheet.ts';
import type { Column } from '../../platform/sheet-table.ts';
import type { Answered, PersonalRecord, Row } from './read-record.ts';

export type RecordHead = {
  lender: { name: string; licence: string; phone: string; hours: string };
  mobile: string;
  madeAt: Date;
};

type ColumnOf = [key: string, title: string, width: number];

/** The parts that are drawn as a table, with the columns that it shows. All others are lists of facts. */
const tables: Record<string, readonly ColumnOf[]> = {
  accounts: [
    ['mobile', 'Number', 20],
    ['operator', 'Operator', 14],
    ['isDefault', 'First choice', 12],
    ['createdAt', 'Since', 34],
  ],
  consents: [
    ['kind', 'What', 18],
    ['isGiven', 'Given', 10],
    ['wordingVersion', 'Words', 10],
    ['changedAt', 'When', 34],
  ],
  instalments: [
    ['loanId', 'Loan', 13],
    ['period', 'No.', 7],
    ['dueOn', 'Pay by', 24],
    ['principalNgwee', 'Loan', 15],
    ['interestNgwee', 'Interest', 14],
    ['feeNgwee', 'Fee', 12],
    ['penaltyNgwee', 'Penalty', 13],
    ['state', 'State', 14],
  ],
  payments: [
    ['createdAt', 'When', 30],
    ['purpose', 'What for', 16],
    ['amountNgwee', 'Amount', 15],
    ['operator', 'Operator', 12],
    ['msisdn', 'Number', 17],
    ['state', 'How it ended', 15],
  ],
  history: [
    ['onDay', 'Day', 24],
    ['loanId', 'Loan', 13],
    ['kind', 'What happened', 26],
    ['detail', 'Details', 45],
  ],
  ledger: [
    ['businessOn', 'Day', 24],
    ['loanId', 'Loan', 13],
    ['debitAccount', 'To', 26],
    ['creditAccount', 'From', 26],
    ['amountNgwee', 'Amount', 15],
  ],
  coupons: [
    ['name', 'Coupon', 24],
    ['state', 'State', 12],
    ['validFrom', 'From', 24],
    ['validTo', 'Until', 24],
  ],
  messages: [
    ['createdAt', 'When', 26],
    ['text', 'What it said', 70],
  ],
};

/** The titles of the parts. A part that is missing here gets its own name as a title. */
const titles: Record<string, string> = {
  profile: 'You',
  wallet: 'Wallet and limit',
  identity: 'Identity',
  forms: 'Your details and contacts',
  answers: 'Your answers',
  accounts: 'Mobile-money accounts',
  googleAccount: 'Google account',
  signIns: 'Phones that are signed in',
  notifiedPhones: 'Phones that get notifications',
  consents: 'What you allowed, and when',
  phones: 'Your phones, as they describe themselves',
  location: 'Your approximate location',
  moneyMessages: 'Sums from the SMS of operators and banks',
  loans: 'Loans',
  instalments: 'Instalments',
  agreements: 'What you agreed to',
  decisions: 'Decisions on your applications',
  history: 'History of your loans',
  ledger: 'The book',
  payments: 'Payments',
  paymentDecisions: 'Payments that a person looked into',
  walletPayouts: 'Payouts of wallet credit',
  foundMoney: 'Money that we found and placed for you',
  coupons: 'Coupons',
  wheelChances: 'Chances on the lucky wheel',
  wheelDraws: 'What the lucky wheel drew',
  messages: 'Messages to you',
  reminders: 'Reminders',
  screensSeen: 'Screens you saw before you signed in',
  advertising: 'Your registration, as an advertising network may be told of it',
  claims: 'Payments that you asked us to find',
  complaints: 'Complaints',
  complaintHistory: 'What was done about them',
  mobileChangeRequests: 'Changes of your number that you asked for',
  mobileChanges: 'Changes of your number',
  papers: 'Papers you downloaded',
  files: 'Pictures',
};

/** Draws the record as a PDF. */
export async function drawRecord(record: PersonalRecord, head: RecordHead): Promise<Buffer> {
  const { lender, mobile, madeAt } = head;
  const sheet = openSheet({
    title: 'Your data',
    subtitle: `What ${lender.name} keeps about ${mobile}`,
    letterhead: letterheadOf(lender),
    footer: [
      `${lender.name} · phone ${lender.phone} · ${lender.hours}`,
      `Made ${instantText(madeAt.toISOString())}. The same as data for a program is in the JSON file.`,
    ],
    issuedAt: madeAt,
  });
  sheet.paragraph(
    'You asked for what we keep about you, as the Data Protection Act 2021 lets you. If something is wrong, correct it in the app or call us.',
  );
  for (const [part, rows] of Object.entries(record)) {
    sheet.heading(titles[part] ?? labelOf(part));
    if (rows.length === 0) sheet.paragraph('Nothing is kept.', { isSmall: true });
    else if (tables[part]) drawTable(sheet, tables[part], rows);
    else for (const row of rows) drawRow(sheet, row);
  }
  return sheet.finish();
}

function drawTable(sheet: Sheet, columns: readonly ColumnOf[], rows: readonly Row[]): void {
  const heads: Column[] = columns.map(([key, title, width]) => ({ title, width, isFigure: isMoney(key) }));
  sheet.table(
    heads,
    rows.map((row) => columns.map(([key]) => textOf(key, row[key]))),
  );
}

function drawRow(sheet: Sheet, row: Row): void {
  const { picture, inWords, ...facts } = row;
  if (Array.isArray(inWords)) {
    sheet.facts((inWords as Answered[]).map(({ question, answer }) => [question, answer]));
    return;
  }
  sheet.facts(Object.entries(facts).flatMap(([key, value]) => factsOf(key, value)));
  if (typeof picture === 'string') {
    const jpeg = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
    sheet.picture(textOf('purpose', row.purpose), jpeg);
  }
}

/** Each field of an object is a fact of its own. An object inside of that is written as one text. */
function factsOf(key: string, value: unknown): [string, string][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const text = textOf(key, value);
    return text === '' ? [] : [[labelOf(key), text]];
  }
  return Object.entries(value).flatMap(([inner, part]): [string, string][] => {
    const text = textOf(inner, part);
    const label = key === 'identity' ? labelOf(inner) : `${labelOf(key)}: ${labelOf(inner).toLowerCase()}`;
    return text === '' ? [] : [[label, text]];
  });
}

/** The transfers in the posting of an event are also in the part `ledger`. */
const KEYS_LEFT_OUT = ['posting'];

function textOf(key: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (isMoney(key) && typeof value === 'number') return formatKwacha(ngwee(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((part) => textOf('', part)).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([inner]) => !KEYS_LEFT_OUT.includes(inner))
      .map(([inner, part]) => `${labelOf(inner)} ${textOf(inner, part)}`)
      .join(', ');
  }
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayText(text as Day);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return instantText(text);
  return /^[a-z]+(_[a-z]+)*$/.test(text) ? labelOf(text) : text;
}

function isMoney(key: string): boolean {
  return key.endsWith('Ngwee');
}

/** `principalPaidNgwee` as "Principal paid", `nrc_front` as "Nrc front". */
function labelOf(name: string): string {
  const words = name
    .replace(/Ngwee$/, '')
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
