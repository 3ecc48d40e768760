import { randomUUID } from 'node:crypto';
import type { PaymentDirection } from '@thumba/lending/ledger';
import type { AppServer } from '../../../test/app-server.ts';
import type { Actor } from '../../book/actor.ts';
import { endOfLusakaDay, lusakaDay, lusakaInstant } from '../../platform/clock.ts';
import { differencesOfStatement, summaryOf } from './differences.ts';
import { importStatement } from './import-statement.ts';
import { readStatement } from './statement-file.ts';
import { type StatementOperator, statementFormats } from './statement-formats.ts';

/**
 * Fetches the operator's own export of a day, this one unless said, and compares it with our payments. The file covers the
 * time that its rows show, or the whole day where that is named.
 */
export async function reconcile(
  server: AppServer,
  operator: StatementOperator = 'mtn',
  {
    daysAgo = 0,
    namesDay = false,
    actor = 'staff:test',
  }: { daysAgo?: number; namesDay?: boolean; actor?: Actor } = {},
) {
  const { db, sealing, clock } = server;
  const on = lusakaDay(clock.nowMs() - daysAgo * 24 * 3_600_000);
  const response = await fetch(`${server.url}/sim/api/statement?operator=${operator}&from=${on}&to=${on}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const read = readStatement(statementFormats[operator], bytes);
  if (!read.ok) throw new Error(`line ${read.refusal.line}: ${read.refusal.problem}`);
  const from = lusakaInstant(on, '00:00:00')!;
  const imported = await importStatement(
    { db, sealing, nowMs: clock.nowMs(), today: server.app.calendar.today() },
    {
      ...{ operator, bytes, rows: read.value, actor },
      ...(namesDay ? { covers: { from, until: endOfLusakaDay(from.getTime()) } } : {}),
    },
  );
  if (!imported.ok) throw new Error(imported.refusal.kind);
  const { statementId } = imported.value;
  return {
    differences: await differencesOfStatement(db, statementId),
    summary: await summaryOf(db, statementId),
  };
}

/** Money that moved at the operator without us. Answers the operator's reference. */
export async function moveUnasked(
  server: AppServer,
  {
    mobile,
    amount,
    direction = 'collection',
  }: { mobile: string; amount: number; direction?: PaymentDirection },
): Promise<string> {
  const [{ id }] = await server.query(
    `insert into simulator.instruction (operator, direction, reference, mobile, amount_ngwee, currency, request, fault_draw,
       outcome, created_at, settled_at)
     values ('mtn', $1, $5, $2, $3, 'ZMW', '{}', 0, 'succeeded', $4, $4) returning id`,
    [
      direction === 'collection' ? 'collect' : 'payout',
      mobile,
      amount * 100,
      new Date(server.clock.nowMs()),
      `by hand ${randomUUID()}`,
    ],
  );
  return `${server.clock.nowMs()}${String(id % 1000).padStart(3, '0')}`;
}
