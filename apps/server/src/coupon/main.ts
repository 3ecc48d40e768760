import { openStaffDesk } from '../loan/staff-desk.ts';
import { readConfig } from '../platform/config.ts';
import { runOperatorCommand } from '../platform/operator-command.ts';
import { createSealing } from '../platform/sealing.ts';
import { runCouponCommand } from './operator-commands.ts';

/* npm run coupons */
await runOperatorCommand(async (db, words) => {
  const sealing = createSealing(readConfig(process.env).keys);
  return runCouponCommand({ ...(await openStaffDesk(db)), sealing }, words);
});
