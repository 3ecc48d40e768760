import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { USER_STATUS } from '@thumba/contract/codes';
import { type BorrowerClient, createBorrowerClient } from './borrower-client.ts';
import { apply, giveDetails, signIn, submitPayment } from './borrower-steps.ts';
import { drawnPerson } from './drawn-person.ts';
import { createHandset, type Handset } from './handset.ts';

/** A borrower of the demo. There is one in each state, so that every home screen can be looked at right away. */
export type DemoBorrower = {
  mobile: string;
  state: string;
  firstName: string;
  lastName: string;
  idNumber: string;
  gender: 'F' | 'M';
  monthlyIncome: number;
  /** How many business days ago the borrower applied; undefined for one who has not. */
  appliedDaysAgo?: number;
  wish?: { amount: number; termId: number };
  repaidDaysAgo?: number;
  /** The details that were given: identity, personal form and contacts, or nothing. */
  details: 'none' | 'all';
};

export const demoBorrowers: readonly DemoBorrower[] = [
  {
    mobile: '0971000001',
    state: 'new',
    firstName: 'Chanda',
    lastName: 'Mwale',
    idNumber: '100001/10/1',
    gender: 'M',
    monthlyIncome: 4000,
    details: 'none',
  },
  {
    mobile: '0971000002',
    state: 'authenticated',
    firstName: 'Mutinta',
    lastName: 'Hamoonga',
    idNumber: '100002/10/1',
    gender: 'F',
    monthlyIncome: 6500,
    details: 'all',
  },
  {
    mobile: '0971000003',
    state: 'under review',
    firstName: 'Bwalya',
    lastName: 'Chisenga',
    idNumber: '100003/10/1',
    gender: 'M',
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
    gender: 'F',
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
    gender: 'M',
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
    gender: 'F',
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
    gender: 'M',
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
    gender: 'M',
    monthlyIncome: 5000,
    details: 'all',
    appliedDaysAgo: 40,
    wish: { amount: 1000, termId: 1 },
    repaidDaysAgo: 12,
  },
];

/** Of the phone with which a borrower of the demo registered. A browser that takes it over is that phone. */
export function demoDeviceSecret(mobile: string): string {
  return createHash('sha256').update(`the phone of ${mobile}`).digest('base64url');
}

const DEMO_DEVICE = { deviceType: 4, deviceBrand: 'demo', appChannelCode: '' } as const;

/** The demo's first business day. */
export const DEMO_STARTS_DAYS_AGO = Math.max(
  ...demoBorrowers.map((borrower) => borrower.appliedDaysAgo ?? 0),
);

/** Whether something happens to the demo's borrowers on the day that was so many days ago. */
export function isDemoStoryDay(daysAgo: number): boolean {
  return demoBorrowers.some(
    ({ appliedDaysAgo = 0, repaidDaysAgo }) => appliedDaysAgo === daysAgo || repaidDaysAgo === daysAgo,
  );
}

/**
 * Makes the demo's borrowers by the calls that the app makes: SMS codes, forms, contract, PIN. `openDay` moves the
 * business date forward to the given number of days ago.
 */
export async function liveDemoStories(options: {
  baseUrl: string;
  tenant: string;
  simulatorUrl: string;
  nowMs: () => number;
  openDay(daysAgo: number): Promise<void>;
  /** Whether the lender asks a person to look at a card that was not read. */
  areCardsRead: boolean;
}): Promise<void> {
  const handset = createHandset(options.simulatorUrl);
  const clients = new Map<string, BorrowerClient>();
  const clientOf = async (borrower: DemoBorrower) => {
    const known = clients.get(borrower.mobile);
    if (known) return known;
    const deviceSecret = demoDeviceSecret(borrower.mobile);
    const client = createBorrowerClient(options.baseUrl, options.nowMs, {
      deviceSecret,
      'X-TenantID': options.tenant,
    });
    await signIn(client, handset, borrower.mobile, DEMO_DEVICE);
    if (borrower.details === 'all') await giveDemoDetails(client, options, borrower);
    clients.set(borrower.mobile, client);
    return client;
  };

  for (let daysAgo = DEMO_STARTS_DAYS_AGO; daysAgo >= 0; daysAgo -= 1) {
    await options.openDay(daysAgo);
    // They register on the day on which they apply, so that a coupon of the registration is as old as that.
    await inPairs(
      demoBorrowers.filter(({ appliedDaysAgo }) => (appliedDaysAgo ?? 0) === daysAgo),
      clientOf,
    );
    for (const borrower of demoBorrowers) {
      if (borrower.appliedDaysAgo === daysAgo && borrower.wish) {
        await borrow(await clientOf(borrower), borrower.wish);
      }
      if (borrower.repaidDaysAgo === daysAgo) await repay(await clientOf(borrower), handset, borrower);
    }
  }
}

/** Two at a time: while the card of one is read, the face of the other is matched. */
async function inPairs(
  borrowers: readonly DemoBorrower[],
  begin: (borrower: DemoBorrower) => Promise<unknown>,
): Promise<void> {
  const waiting = [...borrowers];
  const beginNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await begin(next);
  };
  await Promise.all([beginNext(), beginNext()]);
}

async function giveDemoDetails(
  client: BorrowerClient,
  { simulatorUrl, areCardsRead }: { simulatorUrl: string; areCardsRead: boolean },
  { idNumber, firstName, lastName, gender, monthlyIncome }: DemoBorrower,
): Promise<void> {
  const identity = { idNumber, firstName, lastName, gender, birthDate: '1992-04-17' };
  const draw = () => drawnPerson(simulatorUrl, identity);
  const { cardFront, cardBack, ...firstPictures } = await draw();
  // These came with the card. Further ones are drawn only where the face is asked for again.
  const unused = [firstPictures];
  const card = { front: cardFront, back: cardBack, isRead: areCardsRead };
  await giveDetails(client, {
    identity,
    card,
    monthlyIncome,
    takePictures: async () => unused.pop() ?? draw(),
  });
}

async function borrow(client: BorrowerClient, wish: { amount: number; termId: number }): Promise<void> {
  const { orderId, userStatus } = await apply(client, { productId: 1, ...wish });
  if (userStatus === USER_STATUS.payingOut)
    await waitUntil(async () => (await statusOf(client, orderId)) === 'active');
}

async function repay(client: BorrowerClient, handset: Handset, borrower: DemoBorrower): Promise<void> {
  const { order } = await client.ask('getMyLoanInfo', {});
  const paymentId = await submitPayment(client, order!.orderId);
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
