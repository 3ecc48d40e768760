import { type CallName, calls } from '@thumba/contract/calls';
import { API_BASE, DEFAULT_TENANT } from '@thumba/contract/envelope';
import type { AppServer } from '../../apps/server/test/app-server.ts';
import { type CallAnswer, signedHeaders } from '../../apps/server/test/call-server.ts';

/** Where a request comes from. */
export type Origin = { address: string; deviceSecret?: string };

type Answer = Omit<CallAnswer, 'status'>;

/** Requests to a server from addresses that the test chooses. */
export function doorOf(server: AppServer) {
  let lastNetwork = 0;

  async function call(
    name: CallName,
    { address, deviceSecret }: Origin,
    given: { token?: string; params?: Record<string, string>; body?: unknown } = {},
  ): Promise<Answer> {
    const { method, path, token: isSigned } = calls[name];
    const response = await server.app.http.inject({
      method,
      url: API_BASE + path.replaceAll(/\{(\w+)\}/g, (_part, key) => String(given.params?.[key])),
      remoteAddress: address,
      headers: {
        'x-tenantid': DEFAULT_TENANT,
        'content-type': 'application/json',
        ...(deviceSecret === undefined ? {} : { deviceSecret }),
        ...(isSigned ? signedHeaders(given.token ?? '', server.clock.nowMs()) : {}),
      },
      ...(method === 'POST' ? { payload: JSON.stringify(given.body ?? {}) } : {}),
    });
    return response.json();
  }

  /** The codes that the phone of a number received, the newest first. */
  async function codesOn(mobile: string): Promise<string[]> {
    const { messages } = await server.handset.phone(mobile);
    return messages.flatMap(({ text }) => /^(\d{4}) is your Thumba code/.exec(text)?.[1] ?? []);
  }

  const send = (mobile: string, from: Origin) => call('sendSmsCode', from, { params: { phone: mobile } });
  const logIn = (mobile: string, captcha: string, from: Origin) =>
    call('mobileLogin', from, {
      body: { mobile, captcha, ...(from.deviceSecret ? { deviceSecret: from.deviceSecret } : {}) },
    });

  return {
    call,
    codesOn,
    send,
    logIn,
    /** A code that is wrong for every code on the phone of the number. */
    async wrongCodeFor(mobile: string): Promise<string> {
      const codes = await codesOn(mobile);
      return [
        '1111',
        '2222',
        '3333',
        '4444',
        ...Array.from({ length: 9000 }, (_, i) => String(1000 + i)),
      ].find((code) => !codes.includes(code))!;
    },
    /** Asks for a code, and signs in with it. */
    async signIn(mobile: string, from: Origin): Promise<string> {
      const sent = await send(mobile, from);
      if (sent.code !== 200) throw new Error(`no code was sent: ${sent.msg}`);
      const answer = await logIn(mobile, (await codesOn(mobile))[0]!, from);
      if (answer.code !== 200) throw new Error(`no sign-in: ${answer.msg}`);
      return answer.data.token;
    },
    /** The first three parts of the addresses of a network that no other test uses. */
    newNetwork(): string {
      lastNetwork += 1;
      return `10.${lastNetwork >> 8}.${lastNetwork & 255}`;
    },
    wait: (answer: Answer) => server.clock.advance({ seconds: answer.data.retryAfterSeconds }),
  };
}

let lastSecret = 0;

export function newSecret(): string {
  lastSecret += 1;
  return String(lastSecret).padStart(43, 's');
}
