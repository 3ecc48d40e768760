import { CER_CODE } from '@thumba/contract/codes';
import type { Day } from '@thumba/lending/day';
import { type Ngwee, parseKwacha } from '@thumba/lending/money';
import type { Sealing } from '../../platform/sealing.ts';

/** The data of an identity card, as the borrower confirmed them. */
export type Identity = {
  idNumber: string;
  firstName: string;
  lastName: string;
  birthDate: Day;
  gender: 'M' | 'F';
};

/** The personal form as it is kept. Columns that are not required may be missing. */
type PersonalValues = {
  email?: string;
  maritalStatus: string;
  education: string;
  employmentType: string;
  employerName?: string;
  monthlyIncome: number;
  payDay?: number;
  district: number;
  address: string;
};

export type Personal = Omit<PersonalValues, 'monthlyIncome'> & { monthlyIncomeNgwee: Ngwee };

/** Sums over the SMS of operators and banks, without texts, names and numbers. */
export type MoneyFigures = {
  windowDays: number;
  receivedCount: number;
  receivedNgwee: Ngwee;
  spentCount: number;
  /** The Lusaka days of the first and the last movement; null when there was none. */
  firstOn: Day | null;
  lastOn: Day | null;
};

export function openIdentity(sealing: Sealing, borrowerId: number, sealed: Buffer): Identity {
  return JSON.parse(
    sealing.open('borrower_identity.identity_sealed', { borrower_id: borrowerId }, sealed),
  ) as Identity;
}

export function openPersonal(sealing: Sealing, borrowerId: number, sealed: Buffer): Personal {
  const place = { borrower_id: borrowerId, cer_code: CER_CODE.personal };
  const text = sealing.open('borrower_form.values_sealed', place, sealed);
  const { monthlyIncome, ...rest } = JSON.parse(text) as PersonalValues;
  const monthlyIncomeNgwee = parseKwacha(monthlyIncome);
  if (monthlyIncomeNgwee === undefined) throw new Error('an income was kept that is not an amount');
  return { ...rest, monthlyIncomeNgwee };
}

export function openMoneyFigures(sealing: Sealing, borrowerId: number, sealed: Buffer): MoneyFigures {
  return JSON.parse(
    sealing.open('money_message_figures.figures_sealed', { borrower_id: borrowerId }, sealed),
  ) as MoneyFigures;
}
