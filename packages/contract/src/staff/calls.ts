import { accessCalls } from './calls/access.ts';
import { applicationCalls } from './calls/applications.ts';
import { arrearsCalls } from './calls/arrears.ts';
import { booksCalls } from './calls/books.ts';
import { borrowerActionCalls } from './calls/borrower-actions.ts';
import { borrowerCalls } from './calls/borrowers.ts';
import { bureauCalls } from './calls/bureau.ts';
import { caseCalls } from './calls/cases.ts';
import { channelCalls } from './calls/channels.ts';
import { complianceCalls } from './calls/compliance.ts';
import { couponCalls } from './calls/coupons.ts';
import { duplicateCalls } from './calls/duplicates.ts';
import { helpCalls } from './calls/help.ts';
import { insightCalls } from './calls/insight.ts';
import { journalCalls } from './calls/journals.ts';
import { ledgerExportCalls } from './calls/ledger-export.ts';
import { lendingCalls } from './calls/lending.ts';
import { listExportCalls } from './calls/list-exports.ts';
import { listCalls } from './calls/lists.ts';
import { loanServiceCalls } from './calls/loan-services.ts';
import { loanCalls } from './calls/loans.ts';
import { monitoringCalls } from './calls/monitoring.ts';
import { noticeCalls } from './calls/notices.ts';
import { operatorCalls } from './calls/operators.ts';
import { paymentCalls } from './calls/payments.ts';
import { payoutCalls } from './calls/payouts.ts';
import { peopleCalls } from './calls/people.ts';
import { periodCalls } from './calls/periods.ts';
import { reconciliationCalls } from './calls/reconciliation.ts';
import { returnCalls } from './calls/returns.ts';
import { runCalls } from './calls/runs.ts';
import { searchCalls } from './calls/search.ts';
import { setUpCalls } from './calls/set-up.ts';
import { settingCalls } from './calls/settings.ts';
import { suspenseCalls } from './calls/suspense.ts';
import { textCalls } from './calls/texts.ts';
import { ticketCalls } from './calls/tickets.ts';
import { todayCalls } from './calls/today.ts';
import { treasuryCalls } from './calls/treasury.ts';
import { whatIfCalls } from './calls/what-if.ts';
import { wheelCalls } from './calls/wheel.ts';

/** Every call of the back office as data. The schemas of the same names are in `schemas.ts`. */
export const staffCalls = {
  ...accessCalls,
  ...applicationCalls,
  ...arrearsCalls,
  ...booksCalls,
  ...borrowerActionCalls,
  ...borrowerCalls,
  ...bureauCalls,
  ...caseCalls,
  ...channelCalls,
  ...couponCalls,
  ...complianceCalls,
  ...duplicateCalls,
  ...helpCalls,
  ...insightCalls,
  ...journalCalls,
  ...ledgerExportCalls,
  ...lendingCalls,
  ...listExportCalls,
  ...listCalls,
  ...loanServiceCalls,
  ...loanCalls,
  ...monitoringCalls,
  ...operatorCalls,
  ...paymentCalls,
  ...noticeCalls,
  ...payoutCalls,
  ...peopleCalls,
  ...periodCalls,
  ...reconciliationCalls,
  ...returnCalls,
  ...runCalls,
  ...searchCalls,
  ...settingCalls,
  ...setUpCalls,
  ...suspenseCalls,
  ...textCalls,
  ...ticketCalls,
  ...todayCalls,
  ...treasuryCalls,
  ...whatIfCalls,
  ...wheelCalls,
} as const;

export type StaffCalls = typeof staffCalls;
export type StaffCallName = keyof StaffCalls;
/** The calls by which a person signs in or out. */
export type SignInCallName = {
  [Name in StaffCallName]: StaffCalls[Name] extends { audit: 'sign_in' } ? Name : never;
}[StaffCallName];
/** The calls whose body is a file. */
export type StaffFileCallName = {
  [Name in StaffCallName]: StaffCalls[Name] extends { file: object } ? Name : never;
}[StaffCallName];

export const STAFF_API_BASE = '/console/api';

/**
 * Sent with every staff call. A page of another site cannot send it, so it also protects from forged requests. `timer`
 * says that the page renews itself: such a call does not keep the session awake. `again` says that an open page asks once
 * more for what it shows. Both are part of the look at which the page was opened, where the audit has that look.
 */
export const STAFF_HEADER = 'Thumba-Console';
export const STAFF_HEADER_VALUES = ['person', 'again', 'timer'] as const;
