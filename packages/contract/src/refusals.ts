import type { CallDefinition } from './calls/definition.ts';
import { type CallName, calls } from './calls.ts';
import type { OutcomeCode } from './envelope.ts';

export type RefusalCode = Exclude<OutcomeCode, 200>;

/** What each code of a refusal means, for a reader of the API page. */
export const REFUSAL_MEANINGS: Readonly<Partial<Record<RefusalCode, string>>> = {
  400: 'the input breaks a rule, or the tenant, the signature or the time is wrong; `data.fields` has a sentence for each field',
  401: 'no token, or one that ended',
  403: 'known, but not allowed; `data.reason` may name why',
  404: 'no such thing for this borrower',
  409: 'the state moved on, or a rule of the state refuses it',
  429: 'too many tries; `data.retryAfterSeconds` says when to try again',
  500: 'our fault; `msg` has a reference that is in the log',
  501: 'the app decides what to do; `data.reason` is a stable word',
  503: 'we are busy or starting up; please try again in a moment',
};

/**
 * The codes of a call beside those that follow from its definition. A call that is not listed has none. The server's
 * tests fail where a call answers a code that is not named here.
 */
const particular: { readonly [Name in CallName]?: readonly RefusalCode[] } = {
  sendSmsCode: [429],
  mobileLogin: [409, 429],
  bindCheck: [429],
  chooseLanguage: [403],
  logout: [403],
  sendStepUpCode: [429],
  registerDevice: [403],
  confirmDevice: [409, 429],
  endSessions: [403],
  addOrUpdateUserAuthInfo: [403],
  addOrUpdateUserOcrInfoV3: [403, 409, 429],
  uploadBase64: [429, 503],
  faceChallenge: [403, 409, 429],
  verifyFace: [403, 404, 409, 429, 503],
  questionnaireSubmit: [404, 409],
  saveConsent: [404, 409, 429],
  addUserGrabInfoToRisk: [429, 501],
  addDeviceInfo: [404, 429, 501],
  saveMessages: [404, 429, 501],
  saveMessageFigures: [404, 429, 501],
  savePushSubscription: [403, 409, 501],
  downloadMyData: [409, 429],
  sendDeletionCode: [403, 429],
  deleteAccount: [403, 409],
  sendMobileChangeCode: [429],
  changeMobile: [409, 429],
  requestMobileChange: [409, 429],
  productTrial: [409],
  getContractText: [404, 409],
  appManualGetLoan: [403, 409, 501],
  retryPayout: [403, 409],
  anotherLook: [403, 409],
  giveEvidence: [409, 429],
  getCounterOffer: [409],
  signCounterOffer: [403, 409],
  refuseCounterOffer: [409],
  issuePaper: [403, 409, 429],
  submitRepayApplyV2: [409],
  extensionDetail: [409],
  previewRepayment: [409],
  settlementQuote: [409],
  cancelLoan: [409],
  getRepayDetailV2: [409],
  useWallet: [409],
  claimPayment: [409, 429],
  addAccount: [409, 429],
  payOutWallet: [409, 429],
  couponUsedByPlanId: [409],
  quickRepayInfo: [404],
  quickRepayRepayment: [404, 409, 429],
  turntable: [501],
  turntableFairness: [404, 501],
  myTurntable: [501],
  spinTurntable: [409, 501],
  writeComplaint: [429],
  closeTicket: [403, 409],
  queryAreaInfoById: [404],
};

/** The codes of the answers to requests that reach no call. They are HTTP statuses too. */
export const UNREACHED_CODES: readonly RefusalCode[] = [400, 404, 408, 413, 414, 415, 431, 500, 503];

/** Every code other than 200 that a call answers, in rising order. */
export function refusalCodes(name: CallName): readonly RefusalCode[] {
  const { token, owner, money }: CallDefinition = calls[name];
  const codes: RefusalCode[] = [400, 500, 503, ...(particular[name] ?? [])];
  if (token) codes.push(401);
  if (!['nobody', 'self', 'link'].includes(owner)) codes.push(404);
  if (money) codes.push(409);
  return [...new Set(codes)].sort((a, b) => a - b);
}
