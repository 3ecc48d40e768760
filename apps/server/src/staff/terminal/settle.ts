import { randomUUID } from 'node:crypto';
import { formatKwacha } from '@thumba/lending/money';
import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import { describeSettleRefusal, settleUnknown } from '../../money/payment/settle-unknown.ts';
import type { Database } from '../../platform/database.ts';
import { openStaffDesk } from './staff-desk.ts';
import { type CommandAnswer, declined, runOperatorCommand, told } from './terminal-command.ts';

/* npm run settle -- <paymentId> succeeded|failed <reason> */
await runOperatorCommand(settle);

async function settle(
  db: Database,
  [attemptId = '', outcome = '', ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (attemptId === '')
    return declined(
      'Say which payment, how it ended, and how you know: npm run settle -- 3b241101-… succeeded "on the statement of 21 November"',
    );
  if (outcome !== 'succeeded' && outcome !== 'failed')
    return declined(`"${outcome}" is no end of a payment: say succeeded or failed.`);
  const desk = await openStaffDesk(db);
  const catalogue = await openCatalogue(db, desk.clock);
  const settled = await settleUnknown(
    {
      ...desk,
      ladderRule: () => catalogue.current().ladder,
      newAttemptId: () => randomUUID(),
    },
    { attemptId, outcome, reason: reason.join(' '), staffName: desk.staffName },
  );
  if (!settled.ok) return declined(describeSettleRefusal(settled.refusal));
  const { amount_ngwee: amountNgwee, operator } = settled.value;
  return told(`Payment ${attemptId} of ${formatKwacha(amountNgwee)} by ${operator} ${outcome}.`);
}
