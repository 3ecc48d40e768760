import type { AppServer } from '../../../test/app-server.ts';
import { approveRequest } from '../../../test/approve-request.ts';
import { openStaffDesk, type StaffCommand, type StaffDesk } from './staff-desk.ts';

/** The desk of the member of staff mary, beside a server and on its clock. */
export async function deskBeside({ db, clock, app, sealing, dataDir }: AppServer): Promise<StaffDesk> {
  const desk = await openStaffDesk({ db, clock, variables: { NODE_ENV: 'test', DATA_DIR: dataDir } });
  return {
    ...desk,
    line: app.line,
    today: () => app.calendar.today(),
    sealing: () => sealing,
    staffName: () => 'mary',
  };
}

/** What a command of mary prints, as one text. */
export async function runOf(
  server: AppServer,
  of: StaffCommand,
  ...words: string[]
): Promise<{ done: boolean; text: string }> {
  const { done, lines } = await of.atDesk(await deskBeside(server), words);
  return { done, text: lines.join('\n') };
}

/**
 * What came of a command of mary that files a request, which a second person approves. Where nothing is filed, what the
 * command prints.
 */
export async function runApproved(
  server: AppServer,
  of: StaffCommand,
  ...words: string[]
): Promise<{ done: boolean; text: string }> {
  const asked = await runOf(server, of, ...words);
  const requestId = /^Request (\d+) is filed: /.exec(asked.text)?.[1];
  if (requestId === undefined) return asked;
  const answered = await approveRequest(server, Number(requestId));
  if (!answered.ok) throw new Error(answered.refusal);
  return { done: answered.state === 'done', text: answered.sentence };
}
