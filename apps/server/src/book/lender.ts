import type { OperatorName } from '@thumba/lending/ledger';
import type { Config } from './settings/config.ts';

/** How a bill is paid by the menu of an operator, without the app. */
export type PayMenu = {
  operator: OperatorName;
  dial: string;
  merchant: string;
  /** What the borrower types as the reference of the payment. */
  reference: 'bill_number' | 'mobile_number';
};

/** Who lends, as contracts name them. */
export type Lender = {
  name: string;
  licence: string;
  phone: string;
  hours: string;
  /** Within how many days a complaint is answered. */
  complaintAnswerDays: number;
  /** After how many days one without an answer goes to the managing director. */
  complaintEscalationDays: number;
  /** Whom borrowers can turn to after the lender's answer, with the address. */
  regulator: string;
  /** For how many years the law asks for loans and identities after an account is deleted. */
  keptYears: number;
  isFaceRequired: boolean;
  /** Agencies that collect late loans for the lender. None where it hands none over. */
  collectionAgencies: readonly string[];
  /** The credit bureau that is asked and told. Undefined where there is none. */
  creditBureau?: string | undefined;
  /** Digits with the country code. Undefined where the lender does not answer there. */
  whatsApp?: string | undefined;
  payMenus: readonly PayMenu[];
};

export const demoLender: Lender = {
  name: 'Thumba Demo Lender',
  licence: 'Demonstration only: no licence, no real money',
  phone: '0211 000 000',
  hours: 'Monday to Friday 08:00–17:00, Saturday 08:00–12:00',
  // A borrower may turn to the Bank of Zambia after this time.
  complaintAnswerDays: 10,
  complaintEscalationDays: 15,
  regulator: 'Bank of Zambia, Bank Square, Cairo Road, P.O. Box 30080, Lusaka',
  keptYears: 10,
  isFaceRequired: true,
  collectionAgencies: [],
  payMenus: [],
};

export function lenderOfConfig(config: Config): Lender {
  return {
    name: config.LENDER_NAME ?? demoLender.name,
    licence: config.LENDER_LICENCE ?? demoLender.licence,
    phone: config.LENDER_PHONE ?? demoLender.phone,
    hours: config.LENDER_HOURS ?? demoLender.hours,
    complaintAnswerDays: config.COMPLAINT_ANSWER_DAYS,
    complaintEscalationDays: config.COMPLAINT_ESCALATION_DAYS,
    regulator: config.REGULATOR,
    keptYears: config.RETENTION_YEARS,
    isFaceRequired: config.FACE_REQUIRED,
    collectionAgencies: config.COLLECTION_AGENCIES,
    creditBureau: creditBureauOf(config),
    whatsApp: config.LENDER_WHATSAPP || undefined,
    payMenus: payMenusOf(config),
  };
}

function creditBureauOf({ BUREAU_URL, BUREAU_SIMULATED, BUREAU_NAME }: Config): string | undefined {
  const isUsed = BUREAU_URL !== undefined || BUREAU_SIMULATED;
  return isUsed ? (BUREAU_NAME ?? 'Demo Credit Bureau') : undefined;
}

/** The menus for which everything is set that a borrower has to dial and to type. */
function payMenusOf(config: Config): PayMenu[] {
  const reference = config.PAY_MENU_REFERENCE;
  if (!reference) return [];
  const menus = [
    { operator: 'airtel', dial: config.AIRTEL_PAY_MENU, merchant: config.AIRTEL_PAY_MERCHANT },
    { operator: 'mtn', dial: config.MTN_PAY_MENU, merchant: config.MTN_PAY_MERCHANT },
  ] as const;
  return menus.flatMap(({ operator, dial, merchant }) =>
    dial && merchant ? [{ operator, dial, merchant, reference }] : [],
  );
}
