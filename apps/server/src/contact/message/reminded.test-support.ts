import { expect, vi } from 'vitest';
import { type AppBorrower, PATIENCE } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';

/** Gives the consent to notifications, or takes it back. */
export async function allowPush(borrower: AppBorrower, given = true): Promise<void> {
  await borrower.ask('saveConsent', { body: { kind: 'push', given, wordingVersion: 1 } });
}

export const subscriptionsOf = async (server: AppServer, { borrowerId }: AppBorrower): Promise<number> =>
  (await server.query('select count(*) from push_subscription where borrower_id = $1', [borrowerId]))[0]
    .count;

/**
 * The reminders of a borrower among the messages: the medium and the try they were sent by, or when the next try is.
 */
async function remindersOf(server: AppServer, { borrowerId }: AppBorrower): Promise<string[]> {
  const rows = await server.query(
    `select medium, tries, sent_at, next_try_at from message
     where borrower_id = $1 and may_be_dropped order by message_id`,
    [borrowerId],
  );
  return rows.map(({ medium, tries, sent_at, next_try_at }) =>
    sent_at ? `${medium} ${tries}` : `in ${(next_try_at - server.clock.nowMs()) / 1000} seconds`,
  );
}

export const untilReminders = (server: AppServer, borrower: AppBorrower, lines: string[]) =>
  vi.waitFor(async () => expect(await remindersOf(server, borrower)).toEqual(lines), PATIENCE);

export async function smsReminders(server: AppServer, { mobile }: AppBorrower): Promise<string[]> {
  const { messages } = await server.handset.phone(mobile);
  return messages.map(({ text }) => text).filter((text) => text.includes('/qp?code='));
}
