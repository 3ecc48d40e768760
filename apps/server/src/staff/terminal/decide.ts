import { randomUUID } from 'node:crypto';
import { formatKwacha } from '@thumba/lending/money';
import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import { readConfig } from '../../book/settings/config.ts';
import { readOrderNumber } from '../../book/staff-action.ts';
import { describeReviewRefusal, reviewApplication } from '../../credit/application/review.ts';
import { operatorsOfConfig } from '../../money/payment/operators/operators-of-config.ts';
import type { Database } from '../../platform/database.ts';
import { createLog } from '../../platform/log.ts';
import { createSealing } from '../../platform/sealing.ts';
import { demoSettings } from '../../simulator/settings.ts';
import { openStaffDesk } from './staff-desk.ts';
import { type CommandAnswer, declined, runOperatorCommand, told } from './terminal-command.ts';

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
