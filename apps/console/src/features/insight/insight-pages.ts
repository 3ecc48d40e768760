import type { Permission } from '@thumba/contract/staff/permissions';

/** The reports, in the order of the first page of insight. */
export const insightPages: readonly {
  path: string;
  title: string;
  shows: string;
  /** Where not every person who sees reports may see this one. */
  permission?: Permission;
}[] = [
  {
    path: '/insight/loan-book',
    title: 'Loan book',
    shows: 'What is out, how late it is, what it earned and what was written off, by week and by product',
  },
  {
    path: '/insight/flows',
    title: 'Disbursed and repaid',
    shows: 'What was lent and what came back, by day, week or month',
  },
  {
    path: '/insight/vintages',
    title: 'Vintages',
    shows: 'The loans of each month of payout that were ever more than 30 days late',
  },
  {
    path: '/insight/roll-rates',
    title: 'Roll rates',
    shows: 'How many loans went from one bucket of lateness to another in a month',
  },
  {
    path: '/insight/collections',
    title: 'Collections effect',
    shows: 'Late loans that were called, what was promised, and what was paid of it',
  },
  {
    path: '/insight/income-and-cost',
    title: 'Income and cost',
    shows: 'What was earned and what it cost, by account, as the ledger has it',
  },
  {
    path: '/insight/allowance',
    title: 'Allowance',
    shows: 'The allowance for expected losses over time, and the loans of the last run by stage',
  },
  {
    path: '/insight/registrations',
    title: 'Registrations',
    shows: 'How far those who registered came: from opening the app to a repaid loan, by channel',
  },
  {
    path: '/insight/approvals',
    title: 'Approvals',
    shows: 'What became of applications: the rules, people, payouts and repayment, by channel',
  },
  {
    path: '/insight/scorecard',
    title: 'Scorecard',
    shows: 'Approvals, overrides and bad loans by points and by version of the scorecard',
  },
  {
    path: '/insight/officers',
    title: 'Work of people',
    shows: 'Decisions, overrides, calls, promises, complaints and pictures of each person',
    permission: 'seeOfficersWork',
  },
  {
    path: '/insight/operators',
    title: 'Operators',
    shows: 'How many payments succeeded, how long they took, which outcome is unknown, and why they failed',
  },
  {
    path: '/insight/codes',
    title: 'Codes',
    shows: 'How many codes were sent by SMS and entered, by the first digits of the number',
  },
  {
    path: '/insight/sms',
    title: 'Cost of SMS',
    shows: 'How many SMS were sent, in how many parts, and what they cost, by their kind',
  },
];
