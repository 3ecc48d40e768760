import type { FastifyInstance } from 'fastify';
import { type Clock, DAY_MS, toDate } from './clock.ts';

type SecurityTxt = {
  clock: Clock;
  /** Where a weakness is reported, as `mailto:` or `https://` addresses, the preferred one first. Empty: no page. */
  contacts: readonly string[];
  /** A page that says how reports are handled. */
  policyUrl: string | undefined;
  /** For how many days an answer is valid. RFC 9116 asks for less than a year. */
  validDays: number;
  publicUrl: string;
};

const PATH = '/.well-known/security.txt';

/** Serves where a weakness is reported (RFC 9116). */
export function registerSecurityTxt(app: FastifyInstance, { clock, ...page }: SecurityTxt): void {
  app.get(PATH, (_request, reply) => {
    if (page.contacts.length === 0) return reply.callNotFound();
    const expiresAt = toDate(clock.nowMs() + page.validDays * DAY_MS);
    const lines = [
      ...page.contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expiresAt.toISOString()}`,
      `Canonical: ${new URL(PATH, page.publicUrl).href}`,
      'Preferred-Languages: en',
      ...(page.policyUrl === undefined ? [] : [`Policy: ${new URL(page.policyUrl).href}`]),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\r\n')}\r\n`);
  });
}
