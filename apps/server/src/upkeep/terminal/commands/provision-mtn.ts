import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createOperatorHttp, type OperatorAnswer } from '../../../money/payment/operators/operator-http.ts';
import { systemClock } from '../../../platform/clock.ts';
import { StartFailure } from '../../../platform/start-failure.ts';
import { type TerminalCommand, told } from '../../../staff/terminal/terminal-command.ts';

const SANDBOX = 'https://sandbox.momodeveloper.mtn.com';
const USAGE =
  'Say: npm run mtn:provision -- --subscription-key <key of the product> --callback-host <host of this server>';

/* npm run mtn:provision -- --subscription-key … --callback-host … [--base-url …] */
export const command: TerminalCommand = {
  purpose: "makes an API user and its key in MTN's sandbox",
  failureStatus: 1,
  async run(words) {
    const asked = readWords(words);
    const { apiUser, apiKey } = await provision(asked);
    return told(
      '# A user of the sandbox, for the product whose subscription key was given.',
      `MTN_BASE_URL=${asked.baseUrl}`,
      `MTN_API_USER=${apiUser}`,
      `MTN_API_KEY=${apiKey}`,
      'MTN_TARGET_ENVIRONMENT=sandbox',
      'MTN_CURRENCY=EUR',
    );
  },
};

type Asked = { subscriptionKey: string; callbackHost: string; baseUrl: string };

function readWords(words: readonly string[]): Asked {
  const { values } = parseWords(words);
  const {
    'subscription-key': subscriptionKey,
    'callback-host': callbackHost,
    'base-url': baseUrl = SANDBOX,
  } = values;
  if (!subscriptionKey || !callbackHost) throw new StartFailure(USAGE);
  if (callbackHost.includes('/') || callbackHost.includes(':'))
    throw new StartFailure(`"${callbackHost}" is no host: give the name alone, as loans.example.`);
  if (!URL.canParse(baseUrl)) throw new StartFailure(`"${baseUrl}" is no address.`);
  return { subscriptionKey, callbackHost, baseUrl };
}

function parseWords(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { 'subscription-key': text, 'callback-host': text, 'base-url': text };
    return parseArgs({ args: [...words], options });
  } catch {
    throw new StartFailure(USAGE);
  }
}

/** A user and its key, as the sandbox makes them for every subscription. */
async function provision({ subscriptionKey, callbackHost, baseUrl }: Asked) {
  const http = createOperatorHttp({ baseUrl }, () => systemClock.nowMs());
  const apiUser = randomUUID();
  const headers = { 'Ocp-Apim-Subscription-Key': subscriptionKey };
  expectCreated(
    await http.send({
      kind: 'account',
      method: 'POST',
      path: '/v1_0/apiuser',
      headers: { ...headers, 'X-Reference-Id': apiUser, 'Content-Type': 'application/json' },
      bodyText: JSON.stringify({ providerCallbackHost: callbackHost }),
    }),
    'an API user',
  );
  const made = await http.send({
    kind: 'account',
    method: 'POST',
    path: `/v1_0/apiuser/${apiUser}/apikey`,
    headers,
  });
  const { data } = z.object({ apiKey: z.string().min(1) }).safeParse(expectCreated(made, 'an API key'));
  if (!data) throw new StartFailure('MTN made an API key and did not tell it.');
  return { apiUser, apiKey: data.apiKey };
}

function expectCreated(answer: OperatorAnswer, what: string): unknown {
  if (answer.kind !== 'answered') throw new StartFailure(`MTN cannot be reached: ${answer.cause}.`);
  if (answer.status === 401) throw new StartFailure('MTN does not know this subscription key.');
  if (answer.status !== 201)
    throw new StartFailure(`MTN made no ${what.slice(3)}: it answered ${answer.status}.`);
  return answer.body;
}
