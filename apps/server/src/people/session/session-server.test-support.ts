import { kwacha } from '@thumba/lending/money';
import { addressOf, type CallOptions, startCallServer } from '../../../test/call-server.ts';
import type { SessionDeps } from './routes.ts';

export const CODES_PER_ADDRESS = 40;

/** A person with a limit of K2,000 and half of authentication done. */
export async function startSessionServer(session: Partial<SessionDeps> = {}) {
  const server = await startCallServer({
    session: {
      codesPerAddressPerHour: CODES_PER_ADDRESS,
      limits: async () => ({ creditLimitNgwee: kwacha(2000), availableLimitNgwee: kwacha(1500) }),
      profile: async () => ({ name: 'Mary Banda', authStep: 2, hasIdentity: true, questionsWaiting: 4 }),
      ...session,
    },
  });

  let lastMobile = 0;
  let lastAddress = 0;
  const newMobile = () => `0977${String(++lastMobile).padStart(6, '0')}`;
  const newAddress = () => `192.168.${++lastAddress >> 8}.${lastAddress & 255}`;

  return {
    ...server,
    newMobile,
    newAddress,
    send: (phone: string, options: CallOptions = {}) =>
      server.call('sendSmsCode', { address: newAddress(), ...options, params: { phone } }),
    logIn: (mobile: string, captcha: string) =>
      server.call('mobileLogin', { address: addressOf(mobile), body: { mobile, captcha } }),
    async count(table: string, where = 'true', values: unknown[] = []): Promise<number> {
      const { rows } = await server.db.pool.query(
        `select count(*) as count from ${table} where ${where}`,
        values,
      );
      return rows[0].count;
    },
  };
}

export type SessionServer = Awaited<ReturnType<typeof startSessionServer>>;
