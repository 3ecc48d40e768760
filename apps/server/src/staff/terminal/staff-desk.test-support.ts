import type { AppServer } from '../../../test/app-server.ts';
import { openStaffDesk, type StaffDesk } from './staff-desk.ts';

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
