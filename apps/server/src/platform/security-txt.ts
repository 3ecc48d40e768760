import type { FastifyInstance } from 'fastify';
import { type Clock, DAY_MS, toDate } from './clock.ts';

type SecurityTxt = {
  clock: Clock;
  publicUrl: string;
  config: {
    /** Where a weakness is reported, as `mailto:` or `https://` addresses, the preferred one first. Empty: no page. */
    SECURITY_CONTACT: readonly string[];
    /** A page that says how reports are handled. */
    SECURITY_POLICY_URL?: string | undefined;
    /** For how many days an answer is valid. RFC 9116 asks for less than a year. */
    SECURITY_CONTACT_VALID_DAYS: number;
  };
};

const PATH = '/.well-known/security.txt';

/** Serves where a weakness is reported (RFC 9116). */
export function registerSecurityTxt(app: FastifyInstance, { clock, publicUrl, config }: SecurityTxt): void {
  const { SECURITY_CONTACT: contacts, SECURITY_POLICY_URL: policyUrl } = config;
  app.get(PATH, (_request, reply) => {
    if (contacts.length === 0) return reply.callNotFound();
    const expiresAt = toDate(clock.nowMs() + config.SECURITY_CONTACT_VALID_DAYS * DAY_MS);
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expiresAt.toISOString()}`,
      `Canonical: ${new URL(PATH, publicUrl).href}`,
      'Preferred-Languages: en',
      ...(policyUrl === undefined ? [] : [`Policy: ${new URL(policyUrl).href}`]),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\r\n')}\r\n`);
  });
}
