import { randomBytes } from 'node:crypto';
import { STAFF_API_BASE, STAFF_HEADER, type StaffCallName, staffCalls } from '@thumba/contract/staff/calls';
import type { Role } from '@thumba/contract/staff/roles';
import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { TOTP } from 'otpauth';
import { command as administrators } from '../src/staff/terminal/commands/first-administrator.ts';
import { runOf } from '../src/staff/terminal/staff-desk.test-support.ts';
import type { AppServer } from './app-server.ts';

type Outcome<Name extends StaffCallName> = {
  code: number;
  msg: string;
  data: StaffAnswer<Name>;
  reason: string | undefined;
};

/** A browser of a person of staff: it keeps its cookies and calls as the console does. */
export type StaffClient = {
  cookies: Map<string, string>;
  call<Name extends StaffCallName>(
    name: Name,
    request?: Partial<StaffRequest<Name>> & { file?: Uint8Array<ArrayBuffer> },
    headers?: Record<string, string>,
  ): Promise<Outcome<Name>>;
};

export function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; ');
}

export function consoleOriginOf(server: Pick<AppServer, 'url'>): string {
  return `http://localhost:${new URL(server.url).port}`;
}

export function newStaffClient(server: Pick<AppServer, 'url'>): StaffClient {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(name, request = {}, headers = {}) {
      const { method, path } = staffCalls[name];
      const { params, query, body, file } = request as {
        params?: Record<string, unknown>;
        query?: Record<string, unknown>;
        body?: unknown;
        file?: Uint8Array<ArrayBuffer>;
      };
      const url = new URL(
        consoleOriginOf(server) +
          STAFF_API_BASE +
          path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(params?.[part]))),
      );
      for (const [key, value] of Object.entries(query ?? {})) {
        if (value !== undefined) url.searchParams.set(key, String(value));
      }
      const response = await fetch(url, {
        method,
        headers: {
          [STAFF_HEADER]: 'person',
          ...(method === 'POST'
            ? { 'content-type': file ? 'application/octet-stream' : 'application/json' }
            : {}),
          ...(cookies.size > 0 ? { cookie: cookieHeader(cookies) } : {}),
          ...headers,
        },
        ...(method === 'POST' ? { body: file ?? JSON.stringify(body ?? {}) } : {}),
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [cookie = '', value = ''] = pair.split('=');
        if (value === '') cookies.delete(cookie);
        else cookies.set(cookie, value);
      }
      const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: never };
      return { code, msg, data, reason: (data as { reason?: string } | null)?.reason };
    },
  };
}

export type StaffMember = {
  staffId: number;
  userName: string;
  password: string;
  secret: string;
  client: StaffClient;
};

/** The code that an authenticator app shows. */
export function codeOf(secret: string, nowMs: number): string {
  return new TOTP({ secret }).generate({ timestamp: nowMs });
}

/** Takes an invitation with a password and an authenticator app, and is signed in. */
export async function acceptInvitation(
  server: AppServer,
  { link, userName }: { link: string; userName: string },
): Promise<StaffMember> {
  const client = newStaffClient(server);
  const token = new URL(link).hash.slice(1);
  const password = `${userName} ${randomBytes(9).toString('base64url')}`;
  const { data } = await client.call('acceptWithPassword', { body: { token, password } });
  const { secret } = data;
  const confirmed = await client.call('confirmInvitation', {
    body: { token, code: codeOf(secret, server.clock.nowMs()) },
  });
  if (confirmed.code !== 200) throw new Error(confirmed.msg);
  return { staffId: confirmed.data.person!.staffId, userName, password, secret, client };
}

/** Signs in again with password and code. A code counts once, so the clock moves to the next one. */
export async function signInAgain(server: AppServer, member: StaffMember): Promise<StaffClient> {
  server.clock.advance({ seconds: 30 });
  const client = newStaffClient(server);
  const { userName, password, secret } = member;
  await client.call('staffPassword', { body: { userName, password } });
  const entered = await client.call('staffCode', { body: { code: codeOf(secret, server.clock.nowMs()) } });
  if (entered.code !== 200) throw new Error(entered.msg);
  return client;
}

/** Two administrators: the first is invited at the terminal, which also approves the roles of the second. */
export async function openOffice(server: AppServer): Promise<{ first: StaffMember; second: StaffMember }> {
  const invited = await runOf(server, administrators, 'chipo', 'Chipo Banda');
  const first = await acceptInvitation(server, { link: linkIn(invited.text), userName: 'chipo' });
  const { data } = await first.client.call('inviteStaff', {
    body: {
      userName: 'mutale',
      name: 'Mutale Phiri',
      roles: ['administrator'],
      reason: 'the second administrator',
    },
  });
  const approved = await runOf(
    server,
    administrators,
    'approve',
    String(data.requestId),
    'hired by the board',
  );
  if (!approved.done) throw new Error(approved.text);
  const second = await acceptInvitation(server, { link: data.link, userName: 'mutale' });
  return { first, second };
}

function linkIn(text: string): string {
  return /http\S+/.exec(text)![0];
}

/** Invites a person, has a second administrator approve the roles, and signs the person in. */
export async function hire(
  server: AppServer,
  { maker, checker }: { maker: StaffMember; checker: StaffMember },
  { userName, roles }: { userName: string; roles: Role[] },
): Promise<StaffMember> {
  const invited = await maker.client.call('inviteStaff', {
    body: { userName, name: `Person ${userName}`, roles, reason: 'hired' },
  });
  if (invited.code !== 200) throw new Error(invited.msg);
  const answered = await checker.client.call('answerRequest', {
    params: { requestId: invited.data.requestId },
    body: { answer: 'approve', reason: 'seen the contract' },
  });
  if (answered.code !== 200) throw new Error(answered.msg);
  return acceptInvitation(server, { link: invited.data.link, userName });
}
