import { addDays, type Day } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import { parseKwacha, toKwacha } from '@thumba/lending/money';
import type { AskedRequest } from '../../book/staff-request.ts';
import type { WantedFloatMovement } from '../../money/reconciliation/float-movement.ts';
import { askForFloatMovement, describeFloatRefusal } from '../../money/reconciliation/float-requests.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { debitBalanceThrough } from '../daily-total/balances.ts';
import { REASON_OF_PREVIEW, refusalUnlessShown, shownOf } from './asked-and-shown.ts';
import { listInTransit } from './bank-differences.ts';
import { readFloat } from './read-float.ts';
import { findUnsignedDays } from './wallet-day.ts';

export type FloatRouteDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
};

/** How far back the days that are not signed are looked for. */
const DAYS_LOOKED_BACK = 366;

const signedThroughStatement = statement<{
  operator: OperatorName;
  direction: PaymentDirection;
  signed_through: Day | null;
}>(
  'bank: last signed days',
  `select w.operator, w.direction, (select max(d.on_day) from wallet_day d
     where d.operator = w.operator and d.direction = w.direction) as signed_through
   from (values ('mtn', 'collection'), ('mtn', 'payout'), ('airtel', 'collection'), ('airtel', 'payout'),
     ('zamtel', 'collection'), ('zamtel', 'payout')) as w (operator, direction)`,
);

/** The wallets at the operators, the money on the way to and from them, and the days that are not signed. */
export function registerFloatRoutes(server: StaffServer, deps: FloatRouteDeps): void {
  const { db, today } = deps;
  const unsigned = () => findUnsignedDays(db, addDays(today(), -DAYS_LOOKED_BACK), addDays(today(), -1));

  serveStaff(server, 'getFloat', async () => {
    const businessDate = today();
    const [float, days, signed] = await Promise.all([
      readFloat(db, businessDate),
      unsigned(),
      db.rows(signedThroughStatement, {}),
    ]);
    const ofWallet = (operator: OperatorName, direction: PaymentDirection) => ({
      ...{ operator, direction },
      signedThrough:
        signed.find((row) => row.operator === operator && row.direction === direction)?.signed_through ??
        null,
      unsignedDays: days.filter((row) => row.operator === operator && row.direction === direction).length,
    });
    const wallets = float.flatMap((each) => [
      {
        ...ofWallet(each.operator, 'payout'),
        balance: toKwacha(each.payoutNgwee),
        heldPayouts: each.heldPayouts,
        heldAmount: toKwacha(each.heldNgwee),
        needed: toKwacha(each.neededNgwee),
        hoursCovered: each.hoursCovered,
      },
      {
        ...ofWallet(each.operator, 'collection'),
        balance: toKwacha(each.collectionNgwee),
        ...{ heldPayouts: 0, heldAmount: 0, needed: null, hoursCovered: null },
      },
    ]);
    return done({ businessDate, wallets });
  });

  serveStaff(server, 'listTransit', async ({ query: { page, pageSize } }) => {
    const part = { offset: (page - 1) * pageSize, limit: pageSize };
    const [{ total, rows }, balanceNgwee] = await Promise.all([
      listInTransit(db, today(), part),
      debitBalanceThrough(db, 'in_transit', today()),
    ]);
    return done({
      total,
      balance: toKwacha(balanceNgwee),
      items: rows.map((piece) => ({
        operator: piece.operator,
        direction: piece.direction,
        recordId: piece.record_id,
        amount: toKwacha(piece.amount_ngwee),
        isToWallet: piece.is_to_wallet,
        seenAt: piece.seen_at,
        since: piece.since_on,
        days: piece.days,
      })),
    });
  });

  serveStaff(server, 'listUnsignedDays', async ({ query: { page, pageSize } }) => {
    const days = await unsigned();
    const items = days
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ operator, direction, on_day: on }) => ({ operator, direction, on }));
    return done({ total: days.length, items });
  });

  registerMovementRoutes(server, deps);
}

function registerMovementRoutes(server: StaffServer, deps: FloatRouteDeps): void {
  const { db, today } = deps;
  const askFor = (movement: WantedFloatMovement) =>
    askForFloatMovement(
      { db, today, debitBalanceOf: (account) => debitBalanceThrough(db, account, today()) },
      movement,
    );

  serveStaff(server, 'previewFloatMovement', async ({ body }) => {
    const movement = { ...wantedOf(body), reason: REASON_OF_PREVIEW };
    const asked = await askFor(movement);
    return asked.ok
      ? done(shownOf(asked.value))
      : refused(409, describeFloatRefusal(movement, asked.refusal), { reason: asked.refusal.kind });
  });

  serveStaff(server, 'askForFloatMovement', async ({ body }, { person, note }) => {
    const { kind, operator, direction, amount, on, reason, digest } = body;
    note({ kind, operator, direction, amount, on });
    const movement = { ...wantedOf(body), reason };
    const asked = await askFor(movement);
    if (!asked.ok)
      return refused(409, describeFloatRefusal(movement, asked.refusal), { reason: asked.refusal.kind });
    return refusalUnlessShown(asked.value, digest) ?? deps.fileRequest(asked.value, person);
  });
}

type MovementBody = Omit<WantedFloatMovement, 'amountNgwee' | 'reason' | 'on'> & {
  amount: number;
  on: string;
};

function wantedOf({ kind, operator, direction, amount, on }: MovementBody) {
  return { kind, operator, direction, amountNgwee: parseKwacha(amount)!, on: on as Day };
}
