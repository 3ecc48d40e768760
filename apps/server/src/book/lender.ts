import type { Config } from './settings/config.ts';

/** Who lends, as contracts name them. */
export type Lender = {
  name: string;
  licence: string;
  phone: string;
  hours: string;
  /** Within how many days a complaint is answered. */
  complaintAnswerDays: number;
  /** For how many years the law asks for loans and identities after an account is deleted. */
  keptYears: number;
  isFaceRequired: boolean;
};

export const demoLender: Lender = {
  name: 'Thumba Demo Lender',
  licence: 'Demonstration only: no licence, no real money',
  phone: '0211 000 000',
  hours: 'Monday to Friday 08:00–17:00, Saturday 08:00–12:00',
  // A borrower may turn to the Bank of Zambia after this time.
  complaintAnswerDays: 10,
  keptYears: 10,
  isFaceRequired: false,
};

export function lenderOfConfig(config: Config): Lender {
  return {
    name: config.LENDER_NAME ?? demoLender.name,
    licence: config.LENDER_LICENCE ?? demoLender.licence,
    phone: config.LENDER_PHONE ?? demoLender.phone,
    hours: config.LENDER_HOURS ?? demoLender.hours,
    complaintAnswerDays: config.COMPLAINT_ANSWER_DAYS,
    keptYears: config.RETENTION_YEARS,
    isFaceRequired: config.FACE_REQUIRED,
  };
}
