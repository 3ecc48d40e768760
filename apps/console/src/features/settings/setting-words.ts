import type { LenderSetting, SettingStart } from '@thumba/contract/staff/lender-settings';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { clockText, dayOfText } from '../../platform/time.ts';

export type Setting = StaffAnswer<'getSetting'>;
export type SettingVersion = Setting['versions'][number];

export function settingAddress(setting: LenderSetting): string {
  return `/set-up/settings/${setting}`;
}

/** "26 November 2026, 09:12" in Lusaka. */
export function instantText(at: string): string {
  return `${dayOfText(at)}, ${clockText(at)}`;
}

/** "Asked by Taonga Phiri, approved by Mapalo Zulu". */
export function byText({ madeBy, checkedBy }: Pick<SettingVersion, 'madeBy' | 'checkedBy'>): string {
  return `asked by ${madeBy}, approved by ${checkedBy}`;
}

/** "MTN: K5,000.00; Airtel: none", or the value alone where the setting has one field. Nothing in any field: "none". */
export function valuesText(values: Setting['values']): string {
  if (values.every(({ text }) => text === 'none')) return 'none';
  return values.length === 1
    ? values[0]!.text
    : values.map(({ title, text }) => `${title}: ${text}`).join('; ');
}

/** What stands in the place of a version while there is none. */
export const START_WORDS: Readonly<Record<SettingStart, { since: string; by: string; versions: string }>> = {
  environment: {
    since: 'the server started, from its environment',
    by: 'the environment of the server',
    versions: 'There is none yet. The value of the server’s environment counts until two people change it.',
  },
  program: {
    since: 'the server started, from the program',
    by: 'the program',
    versions: 'There is none yet. The value of the program counts until two people change it.',
  },
  nothing: {
    since: 'not set up yet',
    by: 'no person yet',
    versions:
      'There is none yet. One person writes the details of the account, and another person approves them.',
  },
};

/** The instant of a day and a time of day in Lusaka. Null where no day is written. */
export function instantOf(day: string, time: string): string | null {
  if (day === '') return null;
  const at = new Date(`${day}T${time === '' ? '00:00' : time}:00+02:00`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
