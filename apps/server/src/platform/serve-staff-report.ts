import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { isSilent, isTimeOver } from './database.ts';
import { type Reply, refused } from './reply.ts';
import { createReportLine } from './report-line.ts';
import { type StaffHandler, type StaffServer, serveStaff } from './serve-staff.ts';

const BUSY = refused(409, 'Other reports are being read. Please try again in a minute.', { reason: 'busy' });
const TOO_LONG = refused(
  409,
  'These figures take longer than a screen waits. Choose fewer days, or try again later.',
  { reason: 'takes_too_long' },
);

const line = createReportLine();

/**
 * Serves a report: reports take their turns, so that payments find connections and a processor. The line has bounds of its
 * own. So a report leaves its place among the requests, and how long it takes does not count as a slow server, for which
 * payments would be refused. `whyTooLong` knows better than this why the database gave a report up.
 */
export function serveStaffReport<Name extends StaffCallName>(
  server: StaffServer,
  name: Name,
  handler: StaffHandler<Name>,
  whyTooLong: (input: Parameters<StaffHandler<Name>>[0]) => Promise<Reply<never> | undefined> = async () =>
    undefined,
): void {
  const read: StaffHandler<Name> = async (input, caller): Promise<Reply<StaffAnswer<Name>>> => {
    caller.leavePlace();
    try {
      const answer = await line.inTurn(async () => handler(input, caller));
      return answer === 'busy' ? BUSY : answer;
    } catch (error) {
      if (!isTimeOver(error) && !isSilent(error)) throw error;
      return (await whyTooLong(input)) ?? TOO_LONG;
    }
  };
  serveStaff(server, name, read);
}
