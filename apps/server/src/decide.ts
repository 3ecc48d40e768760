import { randomUUID } from 'node:crypto';
import { formatKwacha } from '@thumba/lending/money';
import { describeReviewRefusal, reviewApplication } from './application/review.ts';
import { readOrderNumber } from './loan/staff-action.ts';
import { openStaffDesk } from './loan/staff-desk.ts';
import { operatorsOfConfig } from './operators-of-config.ts';
import { readConfig } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { createLog } from './platform/log.ts';
import { type CommandAnswer, declined, runOperatorCommand, told } from './platform/operator-command.ts';
import { createSealing } from './platform/sealing.ts';
import { openCatalogue } from './product/catalogue.ts';
import { demoSettings } from './simulator/settings.ts';

/* npm run decide -- <orderId> approve|decline <reason> */
await runOperatorCommand(decide);

async function decide(
  db: Database,
  [order = '', outcome = '', ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (order === '')
    return declined('Say which order, what, and why: npm run decide -- 100001 approve "payslip seen"');
  const loanId = readOrderNumber(order);
  if (loanId === undefined) return declined(`"${order}" is not the number of an order.`);
  if (outcome !== 'approve' && outcome !== 'decline')
    return declined(`"${outcome}" is no decision: say approve or decline.`);
  const desk = await openStaffDesk(db);
  const config = readConfig(process.env);
  const sealing = createSealing(config.keys);
  const log = createLog({ level: config.LOG_LEVEL, service: 'thumba' });
  const publicUrl = config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`;
  const simulator = config.demo
    ? { url: config.SIMULATOR_URL ?? `${publicUrl}/sim`, settings: demoSettings }
    : undefined;
  const reviewed = await reviewApplication(
    {
      ...desk,
      sealing,
      operators: operatorsOfConfig(config, { clock: desk.clock, log, sealing }, simulator, publicUrl),
      newAttemptId: () => randomUUID(),
      catalogue: await openCatalogue(db, desk.clock),
    },
    { loanId, outcome, reason: reason.join(' '), staffName: desk.staffName },
  );
  if (!reviewed.ok) return declined(describeReviewRefusal(reviewed.refusal));
  return told(
    outcome === 'approve'
      ? `Order ${loanId} is approved: ${formatKwacha(reviewed.value.receivedNgwee)} is on its way.`
      : `Order ${loanId} is declined.`,
  );
}
