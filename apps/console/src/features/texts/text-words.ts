import type { TextGroup } from '@thumba/contract/staff/text-groups';
import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type Text = StaffAnswer<'getText'>;
export type RenderedText = Text['rendered'][number];

export const GROUP_TITLES: Record<TextGroup, string> = {
  application: 'Applications',
  loan: 'Loans',
  payment: 'Payments',
  reminder: 'Reminders',
  account: 'Accounts',
  ticket: 'Tickets',
};

/** "loan_paid_out" as "Loan paid out". */
export function textTitle(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const ENCODING_TITLES = { gsm7: 'GSM-7', ucs2: 'UCS-2' } as const;

/** "1 SMS, 93 of 160 letters in GSM-7" */
export function lengthText({
  parts,
  units,
  encoding,
}: Pick<RenderedText, 'parts' | 'units' | 'encoding'>): string {
  const signs = encoding === 'gsm7' ? 'letters' : 'units';
  return `${parts} SMS, ${units} ${signs} in ${ENCODING_TITLES[encoding]}`;
}

/** "{amountNgwee}" as it stands in a wording. */
export function figureText(name: string): string {
  return `{${name}}`;
}
