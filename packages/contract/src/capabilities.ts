import type { CallName } from './calls.ts';

/** A group of calls on the API page, in the order in which a reader meets them. */
export type Capability = { title: string; about: string; calls: readonly CallName[] };

export const CAPABILITIES: readonly Capability[] = [
  {
    title: 'Products and applications',
    about: 'What can be borrowed, what it costs, and applying for it.',
    calls: [
      'productPublic',
      'getMyLoanInfo',
      'productTrial',
      'getContractText',
      'appManualGetLoan',
      'retryPayout',
      'anotherLook',
      'giveEvidence',
      'getCounterOffer',
      'signCounterOffer',
      'refuseCounterOffer',
    ],
  },
  {
    title: 'Sign-in',
    about: 'A code by SMS, or a Google account. Both give the token of a session.',
    calls: ['sendSmsCode', 'mobileLogin', 'bindCheck', 'googleSignIn', 'logout'],
  },
  {
    title: 'Devices and sessions',
    about: 'New devices, second codes, and moving an account to another number.',
    calls: [
      'sendStepUpCode',
      'registerDevice',
      'confirmDevice',
      'listSessions',
      'endSessions',
      'sendMobileChangeCode',
      'changeMobile',
      'requestMobileChange',
    ],
  },
  {
    title: 'Identity and forms',
    about: 'What a borrower gives before the first loan. The server describes each form.',
    calls: [
      'getUserInfo',
      'getUserAuthProcessStep',
      'queryCertifyColumnByCerCode',
      'addOrUpdateUserAuthInfo',
      'addOrUpdateUserOcrInfoV3',
      'uploadBase64',
      'faceChallenge',
      'verifyFace',
      'faceProgress',
      'questionnaireInfo',
      'questionnaireSubmit',
      'queryAreaTree',
      'queryAreaInfoById',
    ],
  },
  {
    title: 'Bills and papers',
    about: 'Loans with their history, contracts, receipts and statements.',
    calls: ['listOrders', 'queryLoanDetail', 'queryRepaymentPlan', 'getLoanContract', 'issuePaper'],
  },
  {
    title: 'Paying',
    about: 'Payments by PIN prompt, extensions, early settlement, and giving the money back.',
    calls: [
      'getRepayDetailV2',
      'previewRepayment',
      'submitRepayApplyV2',
      'extensionDetail',
      'settlementQuote',
      'cancelLoan',
      'getPayment',
      'claimPayment',
      'quickRepayInfo',
      'quickRepayRepayment',
    ],
  },
  {
    title: 'Accounts and wallet',
    about: 'Mobile-money accounts of the borrower, and wallet credit.',
    calls: ['listAccounts', 'addAccount', 'getWallet', 'useWallet', 'payOutWallet'],
  },
  {
    title: 'Coupons and the wheel',
    about: 'Coupons on a bill, and the lucky wheel with its published odds.',
    calls: [
      'listCoupons',
      'couponUsedByPlanId',
      'turntable',
      'turntableFairness',
      'myTurntable',
      'spinTurntable',
    ],
  },
  {
    title: 'Messages and help',
    about: 'Messages, notifications, the lender’s phone and hours, complaints and tickets.',
    calls: [
      'listMessages',
      'chooseLanguage',
      'getReminder',
      'getLender',
      'writeComplaint',
      'listTickets',
      'getTicket',
      'closeTicket',
      'getPushKey',
      'savePushSubscription',
      'deletePushSubscription',
    ],
  },
  {
    title: 'Consents and personal data',
    about: 'Consents, data about the phone, the download of all data, and deleting the account.',
    calls: [
      'listConsents',
      'saveConsent',
      'addUserGrabInfoToRisk',
      'addDeviceInfo',
      'saveMessages',
      'saveMessageFigures',
      'downloadMyData',
      'getAccountDeletion',
      'sendDeletionCode',
      'deleteAccount',
    ],
  },
  {
    title: 'Channels and measurement',
    about: 'Where a visitor comes from, and which screens are used.',
    calls: ['queryByChannelCode', 'buriedPointV2'],
  },
];

/** The title of the group of a call. */
export function capabilityOf(call: CallName): string {
  const found = CAPABILITIES.find(({ calls }) => calls.includes(call));
  if (!found) throw new Error(`capabilities.ts names no group for ${call}`);
  return found.title;
}
