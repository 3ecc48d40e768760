import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { WantedCall } from './wanted-call.ts';

const REPORT_MS = 1000;

const REPORTS = [
  ['registrations', 'getRegistrationFunnel'],
  ['approvals', 'getApprovalFunnel'],
  ['scorecard', 'getScorecardReport'],
  ['work of people', 'getOfficersWork'],
  ['operators', 'getOperatorsHealth'],
  ['codes', 'getCodesReport'],
  ['cost of SMS', 'getMessageCost'],
] as const;

const LISTS = [
  ['registered borrowers', 'listRegisteredBorrowers', { stage: 'repaid' }],
  ['bad loans', 'listDecidedApplications', { stage: 'bad' }],
  ['payments of an operator', 'listOperatorPayments', { operator: 'mtn', outcome: 'succeeded' }],
  ['sent messages', 'listSentMessages', { medium: 'sms' }],
] as const;

/** The reports of last month, and the first page of the rows behind one of their numbers. */
export function monitoringCalls(): WantedCall[] {
  const role = 'head_of_credit';
  return [
    ...REPORTS.map(([title, name]: readonly [string, StaffCallName]) => ({
      title: `report: ${title}`,
      ...({ name, role, mostMs: REPORT_MS } as const),
      request: () => ({ query: { period: 'last_month' } }),
    })),
    ...LISTS.map(([title, name, query]: readonly [string, StaffCallName, object]) => ({
      title: `rows of a report: ${title}`,
      ...({ name, role, mostMs: REPORT_MS } as const),
      request: () => ({ query }),
    })),
  ];
}
