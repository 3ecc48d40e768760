export type Network = 'mtn' | 'airtel' | 'zamtel' | 'other';

export type Message = {
  id: number;
  on: string | null;
  at: string;
  from: string;
  text: string;
  isRead: boolean;
};
export type Prompt = { id: number; at: string; expiresAt: string; amount: number; text: string };
export type Phone = {
  mobile: string;
  operator: Network;
  balance: number;
  messages: Message[];
  prompts: Prompt[];
};
export type PhoneSummary = {
  mobile: string;
  operator: Network;
  balance: number;
  unread: number;
  openPrompts: number;
};
export type PromptAction = 'approve' | 'wrong_pin' | 'refuse' | 'ignore';
export type Outcome = 'pending' | 'succeeded' | 'failed' | 'expired';
type PromptAnswer = { outcome: Outcome; reason?: string };
export type Faults = { seed: number; rates: Record<string, number> };
type Instruction = {
  id: string;
  operator: 'mtn' | 'airtel';
  direction: 'collect' | 'payout';
  mobile: string;
  amount: number;
  outcome: Outcome;
  on: string | null;
  at: string;
};
/** A borrower of the demo. */
export type Borrower = { mobile: string; name: string; state: string };
/** A person of staff of the demo, with the code that their authenticator app shows now. */
export type StaffMember = { userName: string; name: string; roles: string; code: string };
type Staff = { consoleUrl?: string; password?: string; people: StaffMember[] };
/** An invented person, with pictures as data URLs. */
export type SamplePerson = {
  idNumber: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  gender: 'M' | 'F';
  cardFront: string;
  cardBack: string;
  face: string;
  frames: Record<'left' | 'right' | 'nod', string[]>;
};
type Addresses = { mtn: string; airtel: string };

export class SimulatorError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const root = `${import.meta.env.BASE_URL}api`;
/** A page that reads again and again must not wait for good for one lost answer. */
const READ_WITHIN_MS = 10_000;
/** The pictures of people are drawn at the call, and others may be drawn before. */
const DRAWN_WITHIN_MS = 60_000;

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  readWithinMs = READ_WITHIN_MS,
): Promise<T> {
  const answer = await fetch(root + path, {
    method,
    // With its cache, the browser delays every GET of an address while a PUT to it is under way.
    cache: 'no-store',
    ...(method === 'GET' && { signal: AbortSignal.timeout(readWithinMs) }),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new SimulatorError(0, 'The simulator does not answer.');
  });
  const data = await answer.json().catch(() => undefined);
  if (!answer.ok || data === undefined) {
    throw new SimulatorError(answer.status, data?.error ?? `The simulator answered ${answer.status}.`);
  }
  return data as T;
}

export const listPhones = () => call<{ phones: PhoneSummary[] }>('GET', '/phones');
export const readPhone = (mobile: string) => call<Phone>('GET', `/phones/${mobile}`);
export const markRead = (mobile: string) => call<Phone>('POST', `/phones/${mobile}/read`);
export const answerPrompt = (mobile: string, id: number, action: PromptAction) =>
  call<PromptAnswer>('POST', `/phones/${mobile}/prompts/${id}`, { action });
export const readFaults = () => call<Faults>('GET', '/faults');
export const changeFaults = (change: Partial<Faults>) => call<Faults>('PUT', '/faults', change);
export const readBook = () => call<{ instructions: Instruction[] }>('GET', '/book?last=50');
export const readDate = () => call<{ businessDate: string }>('GET', '/date');
export const moveDate = (businessDate: string) =>
  call<{ businessDate: string }>('PUT', '/date', { businessDate });
export const listBorrowers = () => call<{ borrowers: Borrower[] }>('GET', '/borrowers');
export const listStaff = () => call<Staff>('GET', '/staff');
/** Signs a borrower of the demo in. The server of a lender has no such call. */
export const openSession = (mobile: string) =>
  call<{ token: string; deviceSecret: string }>('POST', `/borrowers/${mobile}/session`);
export const drawSamplePeople = () => call<SamplePerson[]>('GET', '/people', undefined, DRAWN_WITHIN_MS);
export const readAddresses = () => call<Addresses>('GET', '/addresses');
