import { lenderOfConfig } from '../../book/lender.ts';
import { readConfig } from '../../book/settings/config.ts';
import { operatorOfMobile } from '../../money/payment/operators/numbers.ts';
import { createSealing } from '../../platform/sealing.ts';
import { openStaffDesk } from './staff-desk.ts';
import { runOperatorCommand } from './terminal-command.ts';
import { workAtDesk } from './ticket-desk.ts';

/* npm run complaints, and what ticket-desk.ts knows beside the list */
await runOperatorCommand(async (db, words) => {
  const config = readConfig(process.env);
  return workAtDesk(
    {
      ...(await openStaffDesk(db)),
      sealing: createSealing(config.keys),
      lender: lenderOfConfig(config),
      operatorOfMobile: (mobile) => operatorOfMobile(mobile, config.OPERATOR_PREFIXES),
    },
    words,
  );
});
