import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { isTimeOver } from './database.ts';
import { type Reply, refused } from './reply.ts';
import { createReportLine } from './report-line.ts';
import { type StaffHandler, type StaffInput, type StaffServer, serveStaff } from './serve-staff.ts';

const BUSY = refused(409, 'Other reports are being read. Please try again in a minute.', { reason: 'busy' });
const TOO_LONG = refused(
  409,
  'These figures take longer than a screen waits. Try again later, or choose fewer days where the page has days.',
  { reason: 'takes_too_long' },
);

const line = createReportLine();

/**
 * Serves a report: reports take their turns, so that payments find connections and a processor. A report waits for its
 * turn for a limited time. So it leaves its place among the requests, and how long it takes does not count as a slow
 * server, for which payments would be refused. Where a report has `whyTooLong`, its sentence says why PostgreSQL gave it
 * up. Rule: docs/decisions/0147-reports-take-their-turns.md.
 */
export function serveStaffReport<Name extends StaffCallName>(
  server: StaffServer,
  name: Name,
  handler: StaffHandler<Name>,
  whyTooLong: (input: StaffInput<Name>) => Promise<Reply<never> | undefined> = async () => undefined,
): void {
  async function inWords(
    input: StaffInput<Name>,
    read: () => Promise<Reply<StaffAnswer<Name>> | 'busy'>,
  ): Promise<Reply<StaffAnswer<Name>>> {
    try {
      const answer = await read();
      return answer === 'busy' ? BUSY : answer;
    } catch (error) {
      if (!isTimeOver(error)) throw error;
      return (await whyTooLong(input)) ?? TOO_LONG;
    }
  }

  const inTurn: StaffHandler<Name> = (input, caller) => {
    caller.leavePlace();
    const holder = String(caller.person?.staffId ?? caller.address);
    return inWords(input, () => line.inTurn(holder, async () => handler(input, caller)));
  };
  // A file of the list has a place of its own, so its pages do not wait for turns.
  const pageOfFile: StaffHandler<Name> = (input, caller) =>
    inWords(input, async () => handler(input, caller));
  serveStaff(server, name, inTurn);
  server.handlers.set(name, pageOfFile);
}
