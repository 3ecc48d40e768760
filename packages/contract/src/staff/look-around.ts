import type { StaffCallName } from './calls.ts';
import type { Permission } from './permissions.ts';

type LookAroundStepDefinition = {
  /** One of these lets a person do it. */
  permissions: readonly Permission[];
  /** The audit has one of these calls of the person once it is done. */
  calls: readonly StaffCallName[];
};

/**
 * What a person who is new to the console tries first, in this order. Each step is seen in what they did: nothing is
 * ticked by hand. Like `calls.ts` this file has no schemas, so that the console downloads only names.
 */
export const lookAroundSteps = {
  application: {
    permissions: ['decideApplications'],
    calls: ['decideApplication', 'makeCounterOffer', 'requestOverride'],
  },
  late: { permissions: ['workArrears'], calls: ['beginArrearsCall'] },
  match: {
    permissions: ['matchPayments'],
    calls: ['askPlacement', 'askForBankRow', 'askDifference', 'resolveDifferences', 'askPaymentEnd'],
  },
  ticket: { permissions: ['answerComplaints'], calls: ['lookAtComplaint', 'answerComplaint'] },
  hit: { permissions: ['decideCases'], calls: ['decideCase', 'addBlocked'] },
  price: { permissions: ['changeOffer'], calls: ['askForOfferChange'] },
  wallet: { permissions: ['moveFloat'], calls: ['signWalletDay'] },
  balance: { permissions: ['seeBooks'], calls: ['listAccountRows', 'readEntry'] },
  audit: { permissions: ['readAudit'], calls: ['searchAudit'] },
  person: { permissions: ['manageStaff'], calls: ['inviteStaff', 'requestRoles'] },
} as const satisfies Record<string, LookAroundStepDefinition>;

export type LookAroundStep = keyof typeof lookAroundSteps;

export const LOOK_AROUND_STEPS = Object.keys(lookAroundSteps) as [LookAroundStep, ...LookAroundStep[]];
