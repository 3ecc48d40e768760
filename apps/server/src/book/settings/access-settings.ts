import { z } from 'zod';
import { type NetworkList, networkList } from '../../platform/network-list.ts';

/** Which proxies are believed about the address of a caller: none, so many in a row, or those in these networks. */
export type TrustProxy = false | number | string;

/** Who may read a page: every caller, none, or the callers from these networks. */
export type Readers = 'everyone' | 'none' | NetworkList;

const MOST_HOPS = 9;
const NETWORKS = 'networks as 10.0.0.0/8, or the words loopback and private, separated by commas';

export const trustProxy = z
  .string()
  .default('false')
  .transform((text, context): TrustProxy => {
    const fault = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (text === 'false' || text === '0') return false;
    if (text === 'true') {
      return fault(
        'true believes every caller about their own address. Give the number of proxies in front, as 1, or their networks, as 10.0.0.0/8',
      );
    }
    if (/^\d+$/.test(text)) {
      return Number(text) <= MOST_HOPS
        ? Number(text)
        : fault(`there are at most ${MOST_HOPS} proxies in a row`);
    }
    return networkList(text)?.text ?? fault(`it must be false, a number of proxies, or ${NETWORKS}`);
  });

export const readers = z.string().transform((text, context): Readers => {
  if (text === 'everyone' || text === 'none') return text;
  const list = networkList(text);
  if (list) return list;
  context.addIssue({ code: 'custom', message: `it must be everyone, none, or ${NETWORKS}` });
  return z.NEVER;
});

/** The longest time for which RFC 9116 allows `security.txt` to be valid is a year. */
export const MOST_SECURITY_CONTACT_DAYS = 364;

/** Where a weakness is reported: `mailto:` and `https://` addresses, separated by commas, the preferred one first. */
export const securityContacts = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine(
    (contacts) => contacts.every((contact) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact)),
    'it must be addresses as mailto:security@lender.example or https://lender.example/security, separated by commas',
  );
