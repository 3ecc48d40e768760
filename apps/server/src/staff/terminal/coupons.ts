import { readConfig } from '../../book/settings/config.ts';
import { createSealing } from '../../platform/sealing.ts';
import { runCouponCommand } from './coupon-commands.ts';
import { openStaffDesk } from './staff-desk.ts';
import { runOperatorCommand } from './terminal-command.ts';

/* npm run coupons */
await runOperatorCommand(async (db, words) => {
  const sealing = createSealing(readConfig(process.env).keys);
  return runCouponCommand({ ...(await openStaffDesk(db)), sealing }, words);
});
