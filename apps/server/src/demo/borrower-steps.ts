import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BIZ_TYPE, CER_CODE } from '@thumba/contract/codes';
import type { Answer, Body } from '@thumba/contract/wire';
import type { OperatorName } from '@thumba/lending/ledger';
import type { BorrowerClient, CallOptions } from './borrower-client.ts';
import type { Handset } from './handset.ts';

/*
 * The steps of a borrower over HTTP, in one place for the demo, the tests and the benchmarks: a new required field is
 * added here. The tests in e2e/wire were written from the description of the calls alone and do not use this file.
 */

/**
 * Makes calls that must succeed. A test whose server is killed passes one that repeats a call until it is answered.
 */
export type Caller = Pick<BorrowerClient, 'ask'>;

export type Identity = {
  idNumber: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  gender?: 'F' | 'M';
};

/** Pictures of the identity card, as data URLs. A card is read before the borrower confirms it if the caller wants that. */
export type CardPictures = { front: string; back?: string; isRead?: boolean };

/** Pictures of the borrower's face: looking ahead, and in the movements of a challenge. */
export type FacePictures = { face: string; frames: Record<'left' | 'right' | 'nod', readonly string[]> };

export type LoanRequest = { productId: number; amount: number; termId: number };

const MOST_TRIES = 5;

type LogInDevice = { deviceType: 4; deviceBrand: string; appChannelCode: string };

/** Registers a new number. A number that is registered already is signed in. */
export async function signIn(
  client: BorrowerClient,
  handset: Pick<Handset, 'waitForCode'>,
  mobile: string,
  device?: LogInDevice,
): Promise<Answer<'mobileLogin'>> {
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await handset.waitForCode(mobile);
  const signedIn = await client.ask('mobileLogin', { body: { mobile, captcha, ...device } });
  client.setToken(signedIn.token);
  return signedIn;
}

type AllDetails = {
  identity: Identity;
  card: CardPictures;
  monthlyIncome: number;
  takePictures?: () => Promise<FacePictures>;
};

/** Everything that has to be given before the first loan. */
export async function giveDetails(
  caller: Caller,
  { identity, card, monthlyIncome, takePictures }: AllDetails,
): Promise<void> {
  await giveIdentity(caller, identity, card);
  if (takePictures) await giveFace(caller, takePictures);
  await givePersonal(caller, monthlyIncome);
  await giveContacts(caller);
}

export async function giveIdentity(
  caller: Caller,
  identity: Identity,
  { front, back, isRead }: CardPictures,
): Promise<{ frontFileId: string }> {
  const frontFileId = await uploadPicture(caller, 'nrc_front', front);
  const backFileId = back === undefined ? undefined : await uploadPicture(caller, 'nrc_back', back);
  const files = { frontFileId, ...(backFileId && { backFileId }) };
  if (isRead) await haveCardRead(caller, files);
  await caller.ask('addOrUpdateUserOcrInfoV3', {
    body: { gender: 'F', ...identity, ...files, confirm: true },
  });
  return { frontFileId };
}

/** A machine with much to do may give up on a card, and reads it when it is asked again. */
async function haveCardRead(
  caller: Caller,
  files: { frontFileId: string; backFileId?: string },
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const read = await caller.ask('addOrUpdateUserOcrInfoV3', { body: { ...files, confirm: false } });
    if ('picture' in read && read.picture === 'read') return;
  }
}

async function uploadPicture(
  caller: Caller,
  purpose: Body<'uploadBase64'>['purpose'],
  image: string,
): Promise<string> {
  const { fileId } = await againWhileBusy(() => caller.ask('uploadBase64', { body: { image, purpose } }));
  return fileId;
}

/**
 * Allows the use of the face, and shows it as a challenge asks, with new pictures where the server asks for them again.
 * Does nothing where the lender asks for no face.
 */
async function giveFace(caller: Caller, takePictures: () => Promise<FacePictures>): Promise<void> {
  const steps = await caller.ask('getUserAuthProcessStep', {});
  if (!steps.some(({ cerCode, isAuth }) => cerCode === CER_CODE.face && isAuth === 0)) return;
  await consentToFace(caller);
  for (;;) {
    const { outcome, reason } = await showFace(caller, await takePictures());
    if (outcome === 'pass') return;
    // After the last try the server refers, and asks for no further pictures.
    if (outcome === 'refer') throw new Error(`the face was answered with refer: ${reason}`);
  }
}

async function showFace(caller: Caller, pictures: FacePictures): Promise<Answer<'verifyFace'>> {
  const body = await answerChallenge(caller, pictures);
  return againWhileBusy(() => caller.ask('verifyFace', { body }));
}

/** Takes a challenge and uploads the movements in its order. Answers what `verifyFace` is sent. */
export async function answerChallenge(caller: Caller, { face, frames }: FacePictures) {
  const { challengeId, gestures } = await caller.ask('faceChallenge', { body: {} });
  const frameIds: Record<keyof FacePictures['frames'], string[]> = { left: [], right: [], nod: [] };
  for (const gesture of gestures) {
    frameIds[gesture] = await Promise.all(
      frames[gesture].map((picture) => uploadPicture(caller, 'face_frame', picture)),
    );
  }
  const selfieFileId = await uploadPicture(caller, 'selfie', face);
  return { selfieFileId, challenge: challengeId, frames: frameIds };
}

/** A server with too much to do says when to come again. */
async function againWhileBusy<Data>(ask: () => Promise<Data>): Promise<Data> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const { code, data } = ((error as Error).cause ?? {}) as {
        code?: number;
        data?: { retryAfterSeconds?: number };
      };
      if (code !== 503 || tries === MOST_TRIES) throw error;
      await sleep((data?.retryAfterSeconds ?? 1) * 1000);
    }
  }
}

async function consentToFace(caller: Caller): Promise<void> {
  const consents = await caller.ask('listConsents', {});
  const { kind, wordingVersion } = consents.find((consent) => consent.kind === 'face')!;
  await caller.ask('saveConsent', { body: { kind, given: true, wordingVersion } });
}

export async function givePersonal(caller: Caller, monthlyIncome: number): Promise<void> {
  await saveForm(caller, CER_CODE.personal, {
    maritalStatus: 'married',
    education: 'secondary',
    employmentType: 'company',
    monthlyIncome,
    payDay: 28,
    district: 501,
    address: '12 Independence Avenue',
  });
}

/** Contacts of one borrower only, because borrowers who name the same contact are referred to staff. */
export async function giveContacts(
  caller: Caller,
  [first, second]: readonly [string, string] = ownContacts(),
): Promise<void> {
  await saveForm(caller, CER_CODE.emergencyContact, {
    contact1Name: 'Grace Tembo',
    contact1Relation: 'sibling',
    contact1Mobile: first,
    contact2Name: 'Moses Tembo',
    contact2Relation: 'friend',
    contact2Mobile: second,
  });
}

function ownContacts(): [string, string] {
  const number = String(randomInt(1_000_000)).padStart(6, '0');
  return [`0977${number}`, `0967${number}`];
}

async function saveForm(
  caller: Caller,
  cerCode: typeof CER_CODE.personal | typeof CER_CODE.emergencyContact,
  values: Record<string, string | number>,
): Promise<void> {
  const columns = Object.entries(values).map(([columnCode, value]) => ({ columnCode, value }));
  await caller.ask('addOrUpdateUserAuthInfo', { body: { cerCode, columns } });
}

/** Reads the contract, agrees to it and applies. */
export async function apply(
  caller: Caller,
  request: LoanRequest,
  options?: CallOptions,
): Promise<Answer<'appManualGetLoan'>> {
  const { contractVersion } = await caller.ask('productTrial', { body: request });
  return caller.ask('appManualGetLoan', { body: { ...request, contractVersion, agreed: true } }, options);
}

/** Asks for a PIN prompt over an amount; without one, over all that the first open plan owes. */
export async function submitPayment(caller: Caller, orderId: number, payAmount?: number): Promise<string> {
  const { repayPlanList } = await caller.ask('getRepayDetailV2', { params: { id: orderId } });
  const [plan] = repayPlanList;
  const { paymentId } = await caller.ask('submitRepayApplyV2', {
    body: {
      bizType: BIZ_TYPE.repayment,
      planId: plan!.planId,
      payAmount: payAmount ?? plan!.remainingAmount,
    },
  });
  return paymentId;
}

/** Has the second code sent to the borrower's number and reads it there. */
export async function stepUp(
  caller: Caller,
  handset: Pick<Handset, 'waitForStepUpCode'>,
  mobile: string,
  purpose: Body<'sendStepUpCode'>['purpose'],
): Promise<string> {
  await caller.ask('sendStepUpCode', { body: { purpose } });
  return handset.waitForStepUpCode(mobile);
}

/** Adds a number as an account, by the code sent to it and the second code of the borrower's own number. */
export async function addAccount(
  caller: Caller,
  handset: Pick<Handset, 'waitForCode' | 'waitForStepUpCode'>,
  own: string,
  account: { mobile: string; operator?: OperatorName },
): Promise<Answer<'addAccount'>> {
  await caller.ask('sendSmsCode', { params: { phone: account.mobile } });
  const captcha = await handset.waitForCode(account.mobile);
  const stepUpCode = await stepUp(caller, handset, own, 'account');
  return caller.ask('addAccount', { body: { ...account, captcha, stepUpCode } });
}
