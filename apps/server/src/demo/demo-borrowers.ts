import { setTimeout as sleep } from 'node:timers/promises';
import { BIZ_TYPE, CER_CODE, USER_STATUS } from '@thumba/contract/codes';
import { type BorrowerClient, createBorrowerClient } from './borrower-client.ts';
import { drawnCard } from './drawn-card.ts';
import { createHandset, type Handset } from './handset.ts';

/** Somebody in each state a borrower can be in, so that every home of the app can be looked at right away. */
export type DemoBorrower = {
  mobile: string;
  state: string;
  firstName: string;
  lastName: string;
  idNumber: string;
  monthlyIncome: number;
  /** How many business days ago they applied; undefined for somebody who has not. */
  appliedDaysAgo?: number;
  wish?: { amount: number; termId: number };
  repaidDaysAgo?: number;
  /** How far they got with their details. */
  details: 'none' | 'all';
};

export const demoBorrowers: readonly DemoBorrower[] = [
  {
    mobile: '0971000001',
    state: 'new',
    firstName: 'Chanda',
    lastName: 'Mwale',
    idNumber: '100001/10/1',
    monthlyIncome: 4000,
    details: 'none',
  },
  {
    mobile: '0971000002',
    state: 'authenticated',
    firstName: 'Mutinta',
    lastName: 'Hamoonga',
    idNumber: '100002/10/1',
    monthlyIncome: 6500,
    details: 'all',
  },
  {
    mobile: '0971000003',
    state: 'under review',
    firstName: 'Bwalya',
    lastName: 'Chisenga',
    idNumber: '100003/10/1',
    monthlyIncome: 1500,
    details: 'all',
    appliedDaysAgo: 0,
    wish: { amount: 300, termId: 1 },
  },
  {
    mobile: '0971000004',
    state: 'declined',
    firstName: 'Namukolo',
    lastName: 'Sitali',
    idNumber: '100004/10/1',
    monthlyIncome: 900,
    details: 'all',
    appliedDaysAgo: 1,
    wish: { amount: 200, termId: 1 },
  },
  {
    mobile: '0971000005',
    state: 'active',
    firstName: 'Kelvin',
    lastName: 'Phiri',
    idNumber: '100005/10/1',
    monthlyIncome: 5000,
    details: 'all',
    appliedDaysAgo: 25,
    wish: { amount: 1000, termId: 1 },
  },
  {
    mobile: '0961000006',
    state: 'due today',
    firstName: 'Thandiwe',
    lastName: 'Zulu',
    idNumber: '100006/10/1',
    monthlyIncome: 5000,
    details: 'all',
    appliedDaysAgo: 14,
    wish: { amount: 800, termId: 2 },
  },
  {
    mobile: '0961000007',
    state: 'overdue',
    firstName: 'Mulenga',
    lastName: 'Kapasa',
    idNumber: '100007/10/1',
    monthlyIncome: 5000,
    details: 'all',
    appliedDaysAgo: 33,
    wish: { amount: 1000, termId: 1 },
  },
  {
    mobile: '0971000008',
    state: 'settled',
    firstName: 'Luyando',
    lastName: 'Moonga',
    idNumber: '100008/10/1',
    monthlyIncome: 5000,
    details: 'all',
    appliedDaysAgo: 40,
    wish: { amount: 1000, termId: 1 },
    repaidDaysAgo: 12,
  },
];

/** The first business day the demo needs to have been open on. */
export const DEMO_STARTS_DAYS_AGO = Math.max(
  ...demoBorrowers.map((borrower) => borrower.appliedDaysAgo ?? 0),
);

/**
 * Lets every demo borrower live their story through the same calls as anybody else: codes from the phone, forms,
 * contract, PIN. `openDay` moves the business date forward to so many days ago.
 */
export async function liveDemoStories(options: {
  baseUrl: string;
  simulatorUrl: string;
  nowMs: () => number;
  openDay(daysAgo: number): Promise<void>;
}): Promise<void> {
  const handset = createHandset(options.simulatorUrl);
  const clients = new Map<string, BorrowerClient>();
  const clientOf = async (borrower: DemoBorrower) => {
    const known = clients.get(borrower.mobile);
    if (known) return known;
    const client = createBorrowerClient(options.baseUrl, options.nowMs);
    await signIn(client, handset, borrower);
    if (borrower.details === 'all') await giveDetails(client, borrower);
    clients.set(borrower.mobile, client);
    return client;
  };

  for (let daysAgo = DEMO_STARTS_DAYS_AGO; daysAgo >= 0; daysAgo -= 1) {
    await options.openDay(daysAgo);
    for (const borrower of demoBorrowers) {
      const appliesToday = borrower.appliedDaysAgo === daysAgo;
      const onlyRegisters = borrower.appliedDaysAgo === undefined && daysAgo === 0;
      if (appliesToday || onlyRegisters) {
        const client = await clientOf(borrower);
        if (borrower.wish) await apply(client, borrower.wish);
      }
      if (borrower.repaidDaysAgo === daysAgo) await repay(await clientOf(borrower), handset, borrower);
    }
  }
}

async function signIn(client: BorrowerClient, handset: Handset, borrower: DemoBorrower): Promise<void> {
  await client.ask('sendSmsCode', { params: { phone: borrower.mobile } });
  const captcha = await handset.waitForCode(borrower.mobile);
  const { token } = await client.ask('mobileLogin', {
    body: { mobile: borrower.mobile, captcha, deviceType: 4, deviceBrand: 'demo', appChannelCode: '' },
  });
  client.setToken(token);
}

async function giveDetails(client: BorrowerClient, borrower: DemoBorrower): Promise<void> {
  const image = await drawnCard(borrower);
  const front = await client.ask('uploadBase64', { body: { image, purpose: 'nrc_front' } });
  const back = await client.ask('uploadBase64', { body: { image, purpose: 'nrc_back' } });
  await client.ask('addOrUpdateUserOcrInfoV3', {
    body: {
      frontFileId: front.fileId,
      backFileId: back.fileId,
      confirm: true,
      idNumber: borrower.idNumber,
      firstName: borrower.firstName,
      lastName: borrower.lastName,
      birthDate: '1992-04-17',
      gender: 'F',
    },
  });
  const columns = (values: Record<string, string | number>) =>
    Object.entries(values).map(([columnCode, value]) => ({ columnCode, value }));
  await client.ask('addOrUpdateUserAuthInfo', {
    body: {
      cerCode: CER_CODE.personal,
      columns: columns({
        maritalStatus: 'married',
        education: 'secondary',
        employmentType: 'company',
        monthlyIncome: borrower.monthlyIncome,
        payDay: 28,
        district: 501,
        address: '12 Independence Avenue',
      }),
    },
  });
  await client.ask('addOrUpdateUserAuthInfo', {
    body: {
      cerCode: CER_CODE.emergencyContact,
      columns: columns({
        contact1Name: 'Grace Tembo',
        contact1Relation: 'sibling',
        contact1Mobile: '0977555001',
        contact2Name: 'Moses Tembo',
        contact2Relation: 'friend',
        contact2Mobile: '0977555002',
      }),
    },
  });
}

async function apply(client: BorrowerClient, wish: { amount: number; termId: number }): Promise<void> {
  const asked = { productId: 1, ...wish };
  const { contractVersion } = await client.ask('productTrial', { body: asked });
  const { orderId, userStatus } = await client.ask('appManualGetLoan', {
    body: { ...asked, contractVersion, agreed: true },
  });
  if (userStatus === USER_STATUS.payingOut)
    await waitUntil(async () => (await statusOf(client, orderId)) === 'active');
}

async function repay(client: BorrowerClient, handset: Handset, borrower: DemoBorrower): Promise<void> {
  const { order } = await client.ask('getMyLoanInfo', {});
  const detail = await client.ask('getRepayDetailV2', { params: { id: order!.orderId } });
  const plan = detail.repayPlanList[0]!;
  const { paymentId } = await client.ask('submitRepayApplyV2', {
    body: {
      bizType: BIZ_TYPE.repayment,
      planId: plan.planId,
      payAmount: plan.remainingAmount,
      payCard: false,
    },
  });
  const prompt = await handset.waitForPrompt(borrower.mobile);
  await handset.answer(borrower.mobile, prompt.id, 'approve');
  await waitUntil(async () => {
    const { status } = await client.ask('getPayment', { params: { paymentId } });
    return status === 'succeeded';
  });
}

async function statusOf(client: BorrowerClient, orderId: number): Promise<string> {
  return (await client.ask('queryLoanDetail', { params: { id: orderId } })).status;
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isTrue()) return;
    await sleep(100);
  }
  throw new Error('a demo payment did not end');
}
