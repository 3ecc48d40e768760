import { startStubOperator } from './stub-operator.test-support.ts';

const ALREADY_EXISTS = { status: 409, json: { code: 'RESOURCE_ALREADY_EXIST', message: '' } };

/**
 * A platform of MTN that knows only what it was sent itself. A payment is known only to the user of the API who made it,
 * in its environment and for its product. Payments end when the test says so.
 */
export async function startPlatform() {
  const instructions = new Map<string, { path: string; status: string; amount: string }>();
  const posted: string[] = [];
  const deniedOnce = new Set<string>();
  let isUp = true;
  let isLosing = false;
  let float = '1000000';
  let balanceMayBeTold = Promise.resolve();
  const stub = await startStubOperator(async ({ method, path, headers, bodyText }) => {
    if (!isUp) return { status: 503 };
    if (path.endsWith('/token/')) return tokenOf(String(headers.authorization));
    if (path.endsWith('/balance')) {
      await balanceMayBeTold;
      return { status: 200, json: { availableBalance: float, currency: 'ZMW' } };
    }
    const caller = `${headers['x-target-environment']} ${headers.authorization} ${path.split('/')[1]}`;
    if (method === 'POST') {
      const id = String(headers['x-reference-id']);
      posted.push(id);
      if (isLosing) return { status: 500 };
      const key = `${caller} ${id}`;
      if (instructions.has(key)) return ALREADY_EXISTS;
      instructions.set(key, { path, status: 'PENDING', amount: JSON.parse(bodyText).amount });
      return { status: 202 };
    }
    const key = `${caller} ${path.split('/').at(-1)}`;
    const known = deniedOnce.delete(key) ? undefined : instructions.get(key);
    return known
      ? { status: 200, json: { status: known.status, amount: known.amount, currency: 'ZMW' } }
      : { status: 404, json: { code: 'RESOURCE_NOT_FOUND', message: 'not found' } };
  });
  return {
    url: stub.baseUrl,
    instructions,
    /** The id of each instruction that was sent, as often as it was sent. */
    posted,
    requests: stub.requests,
    forget: () => instructions.clear(),
    /** Each pending payment is denied at its next enquiry. Answers how many were not asked about yet. */
    denyOnce: () => {
      for (const [key, { status }] of instructions) if (status === 'PENDING') deniedOnce.add(key);
      return () => deniedOnce.size;
    },
    goDown: () => {
      isUp = false;
    },
    comeUp: () => {
      isUp = true;
    },
    /** Instructions do not arrive from now on, or arrive again. */
    lose: (are: boolean) => {
      isLosing = are;
    },
    setFloat: (kwacha: string) => {
      float = kwacha;
    },
    /** The balance is told when the function that is answered is called. */
    keepBalanceBack: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      balanceMayBeTold = promise;
      return resolve;
    },
    succeed: () => {
      for (const instruction of instructions.values()) instruction.status = 'SUCCESSFUL';
    },
    fail: () => {
      for (const instruction of instructions.values()) instruction.status = 'FAILED';
    },
  };
}

/** The token is the name of the user who asks for it. */
function tokenOf(authorization: string) {
  const [user] = Buffer.from(authorization.split(' ')[1]!, 'base64').toString('utf8').split(':');
  return { status: 200, json: { access_token: user, token_type: 'access_token', expires_in: 3600 } };
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>;

export const settingsOf = (current: Platform, earlier?: Platform) => ({
  MTN_BASE_URL: current.url,
  MTN_API_USER: 'our-user',
  MTN_API_KEY: 'our-key',
  OPERATOR_PACE: 'none',
  ...(earlier ? { MTN_EARLIER_BASE_URL: earlier.url } : {}),
});
