import { PERMISSIONS, type Permission } from './permissions.ts';

type RoleDefinition = { title: string; purpose: string; permissions: readonly Permission[] };

const SEES_BORROWERS = ['seeToday', 'findBorrowers', 'seeBorrower', 'seeLoan', 'writeNote'] as const;

const UNDERWRITER = [
  ...SEES_BORROWERS,
  'seeIdentity',
  'drawPapers',
  'seeDuplicates',
  'seeApplications',
  'decideApplications',
  'overrideDecision',
  'overrideLimit',
  'blockBorrower',
  'holdPayouts',
] as const;

/** Late loans and no page of a borrower, which shows messages, events and devices too. */
const COLLECTOR = [
  'seeToday',
  'findBorrowers',
  'seeLoan',
  'serviceLoans',
  'answerComplaints',
  'seeArrears',
  'workArrears',
  'stopContact',
] as const;

const FINANCE = [
  ...SEES_BORROWERS,
  'seePayments',
  'matchPayments',
  'moveFloat',
  'writeOff',
  'seeBooks',
  'keepBooks',
  'readListFiles',
  'exportInBulk',
  'giveCoupons',
  'seeInsight',
] as const;

const SUPPORT = [
  ...SEES_BORROWERS,
  'seeIdentity',
  'drawPapers',
  'answerComplaints',
  'changeMobile',
  'correctIdentity',
  'blockBorrower',
  'unblockBorrower',
  'holdPayouts',
  'giveCoupons',
  'eraseBorrower',
] as const;

/** Permissions that only look. The auditor has all of them and no other. */
const LOOKS = [
  'seeToday',
  'findBorrowers',
  'seeBorrower',
  'seeLoan',
  'seeIdentity',
  'seeDuplicates',
  'seeApplications',
  'seePayments',
  'seeArrears',
  'seeSetUp',
  'seeInsight',
  'seeBooks',
  'seeOfficersWork',
  'readListFiles',
  'readAudit',
] as const satisfies readonly Permission[];

/** The roles of staff, and what each may do. A person can have several. */
export const roles = {
  administrator: {
    title: 'Administrator',
    purpose: 'keeps the accounts of staff; has no permission over money or borrowers',
    permissions: ['manageStaff', 'checkStaff', 'readListFiles', 'readAudit'],
  },
  underwriter: {
    title: 'Underwriter',
    purpose: 'decides applications that wait for a person',
    permissions: UNDERWRITER,
  },
  head_of_credit: {
    title: 'Head of credit',
    purpose: 'checks overrides, limits, products and the switch of lending',
    permissions: [
      ...UNDERWRITER,
      'seeInsight',
      'readListFiles',
      'checkOverride',
      'checkLimit',
      'seeSetUp',
      'changeOffer',
      'checkOffer',
      'changeTexts',
      'changeCampaigns',
      'stopLending',
      'checkLending',
      'checkSettings',
      'seeOfficersWork',
    ],
  },
  collector: {
    title: 'Collector',
    purpose: 'works on loans that are late',
    permissions: COLLECTOR,
  },
  support: {
    title: 'Support',
    purpose: 'helps borrowers who call or complain',
    permissions: SUPPORT,
  },
  head_of_operations: {
    title: 'Head of operations',
    purpose: 'checks what support and collectors ask for',
    permissions: [
      ...new Set([...COLLECTOR, ...SUPPORT]),
      'seeInsight',
      'readListFiles',
      'exportInBulk',
      'checkBulkExport',
      'assignArrears',
      'checkArrears',
      'checkUnblocking',
      'checkMobileChange',
      'checkServicing',
      'checkCoupons',
      'seeSetUp',
      'changeTexts',
      'checkTexts',
      'changeCampaigns',
      'checkCampaigns',
      'stopLending',
      'checkLending',
      'changeSettings',
      'checkSettings',
      'seeOfficersWork',
    ],
  },
  finance: {
    title: 'Finance',
    purpose: 'matches payments, moves the float and keeps the books',
    permissions: FINANCE,
  },
  head_of_finance: {
    title: 'Head of finance',
    purpose: 'checks what finance asks for, and write-offs',
    permissions: [
      ...FINANCE,
      'checkPayments',
      'checkFloat',
      'checkWriteOff',
      'checkBooks',
      'checkBulkExport',
      'checkCoupons',
      'checkServicing',
      'seeSetUp',
      'checkOffer',
      'checkCampaigns',
      'stopLending',
      'checkLending',
      'changeSettings',
      'checkSettings',
    ],
  },
  compliance: {
    title: 'Compliance',
    purpose: 'works on cases that no other role sees',
    permissions: [
      ...SEES_BORROWERS,
      'seeIdentity',
      'drawPapers',
      'seeDuplicates',
      'seeCases',
      'decideCases',
      'seeSetUp',
      'checkTexts',
      'checkCases',
      'importLists',
      'readListFiles',
      'exportInBulk',
      'checkBulkExport',
      'blockBorrower',
      'checkUnblocking',
      'holdPayouts',
      'readAudit',
    ],
  },
  auditor: {
    title: 'Auditor',
    purpose: 'reads everything but the cases of compliance, and changes nothing',
    permissions: LOOKS,
  },
} as const satisfies Record<string, RoleDefinition>;

export type Role = keyof typeof roles;

export const ROLES = Object.keys(roles) as readonly Role[];

/** What a person with these roles may do, in the order of `permissions`. */
export function permissionsOf(held: readonly Role[]): Permission[] {
  const all = new Set<Permission>(held.flatMap((role) => roles[role].permissions));
  return PERMISSIONS.filter((permission) => all.has(permission));
}
