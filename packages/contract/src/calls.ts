/**
 * Every call of the borrower app as data. This file carries no schema, so that the borrower's phone downloads
 * paths and flags only; the schemas of the same names are in `schemas.ts`.
 *
 * `owner` says whose thing a call touches, and so what another borrower's id must answer: the same as one that
 * does not exist. `self` is the signed-in borrower; `nobody` is a call about nothing that belongs to anyone.
 */
export type CallDefinition = {
  method: 'GET' | 'POST';
  /** Below `/api`. A part in braces is a parameter. */
  path: string;
  token: boolean;
  owner: 'nobody' | 'self' | 'loan' | 'instalment' | 'payment' | 'account' | 'file';
  /** A call that may move money: it honours the `Idempotency-Key` header. */
  money?: true;
  summary: string;
};

export const calls = {
  sendSmsCode: {
    method: 'POST',
    path: '/authentication/sendSmsCode/{phone}/1',
    token: false,
    owner: 'nobody',
    summary: 'Send a sign-in code by SMS',
  },
  mobileLogin: {
    method: 'POST',
    path: '/authentication/mobileLogin',
    token: false,
    owner: 'nobody',
    summary: 'Sign in, or register, with a mobile number and a code',
  },
  logout: {
    method: 'POST',
    path: '/authentication/logout',
    token: true,
    owner: 'self',
    summary: 'End this session, or every session',
  },
  getUserInfo: {
    method: 'GET',
    path: '/my/getUserInfo',
    token: true,
    owner: 'self',
    summary: 'Who is signed in',
  },
  getUserAuthProcessStep: {
    method: 'POST',
    path: '/user/auth/api/getUserAuthProcessStep',
    token: true,
    owner: 'self',
    summary: 'The steps of authentication and which are done',
  },
  queryCertifyColumnByCerCode: {
    method: 'GET',
    path: '/user/auth/api/queryCertifyColumnByCerCode',
    token: true,
    owner: 'self',
    summary: 'The fields of an authentication form, with what is known already',
  },
  addOrUpdateUserAuthInfo: {
    method: 'POST',
    path: '/user/auth/api/addOrUpdateUserAuthInfo',
    token: true,
    owner: 'self',
    summary: 'Save an authentication form',
  },
  addOrUpdateUserOcrInfoV3: {
    method: 'POST',
    path: '/user/auth/api/addOrUpdateUserOcrInfoV3',
    token: true,
    owner: 'file',
    summary: 'Read an identity card, or confirm what it says',
  },
  uploadBase64: {
    method: 'POST',
    path: '/common/api/uploadBase64',
    token: false,
    owner: 'nobody',
    summary: 'Upload a picture',
  },
  questionnaireInfo: {
    method: 'POST',
    path: '/admin/questionnaire/api/info',
    token: true,
    owner: 'self',
    summary: 'The questionnaire',
  },
  questionnaireSubmit: {
    method: 'POST',
    path: '/admin/questionnaire/api/submit',
    token: true,
    owner: 'self',
    summary: 'Answer the questionnaire',
  },
  queryAreaInfoById: {
    method: 'GET',
    path: '/h5/region/queryAreaInfoById/{id}',
    token: true,
    owner: 'nobody',
    summary: 'Provinces (id 0), or the districts of a province',
  },
  productPublic: {
    method: 'GET',
    path: '/api/v4/product/public',
    token: false,
    owner: 'nobody',
    summary: 'What can be borrowed, for somebody who is not signed in',
  },
  getMyLoanInfo: {
    method: 'GET',
    path: '/my/getMyLoanInfo',
    token: true,
    owner: 'self',
    summary: 'Where the borrower stands: status, limits, products and the open loan',
  },
  productTrial: {
    method: 'POST',
    path: '/api/v4/product/productTrial',
    token: true,
    owner: 'self',
    summary: 'The estimated bill of a loan',
  },
  getContractText: {
    method: 'POST',
    path: '/api/v4/product/contractText',
    token: true,
    owner: 'self',
    summary: 'The loan contract with the figures of a loan filled in',
  },
  getLoanContract: {
    method: 'GET',
    path: '/order/api/contract/{id}',
    token: true,
    owner: 'loan',
    summary: 'The contract that was agreed to for a loan',
  },
  appManualGetLoan: {
    method: 'POST',
    path: '/zmb/index/api/appManualGetLoan',
    token: true,
    owner: 'account',
    money: true,
    summary: 'Apply for a loan',
  },
  retryPayout: {
    method: 'POST',
    path: '/order/api/retryPayout',
    token: true,
    owner: 'loan',
    money: true,
    summary: 'Send a loan again whose payout failed, to the same or another account',
  },
  queryLoanDetail: {
    method: 'POST',
    path: '/order/api/queryLoanDetail/{id}',
    token: true,
    owner: 'loan',
    summary: 'Billing details of a loan',
  },
  queryRepaymentPlan: {
    method: 'POST',
    path: '/api/v3/order/queryLoanDetail/{id}',
    token: true,
    owner: 'loan',
    summary: 'Repayment plan of a loan',
  },
  getRepayDetailV2: {
    method: 'POST',
    path: '/order/api/getRepayDetailV2/{id}',
    token: true,
    owner: 'loan',
    summary: 'What can be repaid now, and from which account',
  },
  submitRepayApplyV2: {
    method: 'POST',
    path: '/order/payment/api/submitRepayApplyV2',
    token: true,
    owner: 'instalment',
    money: true,
    summary: 'Ask for a repayment by PIN prompt',
  },
  getPayment: {
    method: 'GET',
    path: '/order/payment/api/payment/{paymentId}',
    token: true,
    owner: 'payment',
    summary: 'How a payment stands',
  },
  listAccounts: {
    method: 'GET',
    path: '/my/accounts',
    token: true,
    owner: 'self',
    summary: 'Mobile-money accounts of the borrower',
  },
  addAccount: {
    method: 'POST',
    path: '/my/accounts',
    token: true,
    owner: 'self',
    summary: 'Add a mobile-money account, proved by a code sent to it',
  },
  listOrders: {
    method: 'GET',
    path: '/my/orders',
    token: true,
    owner: 'self',
    summary: 'Every loan of the borrower',
  },
  listMessages: {
    method: 'GET',
    path: '/my/messages',
    token: true,
    owner: 'self',
    summary: 'Messages sent to the borrower',
  },
  getWallet: {
    method: 'GET',
    path: '/my/wallet',
    token: true,
    owner: 'self',
    summary: 'Wallet credit and its movements',
  },
  useWallet: {
    method: 'POST',
    path: '/my/wallet/use',
    token: true,
    owner: 'instalment',
    money: true,
    summary: 'Repay from wallet credit',
  },
} as const satisfies Record<string, CallDefinition>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
