import { addDays, type Day } from '@thumba/lending/day';
import { formatKwacha, parseKwacha, toKwacha } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import { REASON_NEEDED_TEXT } from '../../book/staff-action.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { postCharges, readUnpostedCharges } from '../../money/reconciliation/post-charges.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import {
  findSignature,
  readWalletDay,
  type Signature,
  type SignOffRefusal,
  signWalletDay,
} from './wallet-day.ts';

export type WalletRouteDeps = { db: Database; clock: Clock; today(): Day };

/** A day of a wallet beside what its operator shows, its signature, and the charges on the operator's statements. */
export function registerWalletRoutes(server: StaffServer, deps: WalletRouteDeps): void {
  const { db, today } = deps;

  serveStaff(server, 'getWalletDay', async ({ params: { operator, direction, on } }) => {
    const wallet = { operator, direction };
    const [walletDay, signature] = await Promise.all([
      readWalletDay(db, wallet, on as Day),
      findSignature(db, wallet, on as Day),
    ]);
    return done({
      isOver: on < today(),
      opening: toKwacha(walletDay.openingNgwee),
      takenOn: toKwacha(walletDay.takenOnNgwee),
      payments: toKwacha(walletDay.paymentsNgwee),
      bank: toKwacha(walletDay.bankNgwee),
      suspense: toKwacha(walletDay.suspenseNgwee),
      charges: toKwacha(walletDay.chargesNgwee),
      timing: toKwacha(walletDay.timingNgwee),
      balance: toKwacha(walletDay.balanceNgwee),
      signed: signature ? await signatureShown(db, signature) : null,
    });
  });

  serveStaff(server, 'signWalletDay', async ({ params: { operator, direction, on }, body }, caller) => {
    caller.note({ operator, direction, on, balance: body.balance });
    const wallet = { operator, direction };
    const balanceNgwee = Math.sign(body.balance) * parseKwacha(Math.abs(body.balance))!;
    const actor = staffActor(caller.person.userName);
    const signed = await signWalletDay(deps, wallet, { on: on as Day, balanceNgwee, actor });
    if (signed.ok) return done({ balance: toKwacha(signed.value.balanceNgwee) });
    const signature = await findSignature(db, wallet, on as Day);
    return refusedSignature(signed.refusal, signature && (await signatureShown(db, signature)).by);
  });

  serveStaff(server, 'readCharges', async ({ params, query }) => {
    const yesterday = addDays(today(), -1);
    const { from = yesterday, to = yesterday } = query;
    const wanted = { fromOn: from as Day, throughOn: to as Day, today: today() };
    const days = await readUnpostedCharges(db, { ...params, ...wanted });
    return done({
      ...{ from, to },
      total: toKwacha(days.reduce((sum, { amountNgwee }) => sum + amountNgwee, 0)),
      days: days.map(({ on, amountNgwee }) => ({ on, amount: toKwacha(amountNgwee) })),
    });
  });

  serveStaff(server, 'postCharges', async ({ params, body }, { person, note }) => {
    const { from, to, amount, reason } = body;
    note({ ...params, from, to, amount });
    const posted = await postCharges(deps, {
      ...params,
      fromOn: from as Day,
      throughOn: to as Day,
      shownNgwee: parseKwacha(amount)!,
      reason,
      actor: staffActor(person.userName),
    });
    if (posted.ok) return done({ days: posted.value.days, amount: toKwacha(posted.value.amountNgwee) });
    return refusedCharges(posted.refusal);
  });
}

const OTHER_AMOUNT = refused(409, 'Something changed since this was shown. Please look at it again.', {
  reason: 'changed',
});
const OWN_IMPORT = refused(
  403,
  'You imported the statement with these charges. Another person has to post them.',
  { reason: 'own_import' },
);

function refusedCharges({ kind }: { kind: 'other_amount' | 'own_import' | 'reason_needed' }): Reply<never> {
  switch (kind) {
    case 'other_amount':
      return OTHER_AMOUNT;
    case 'own_import':
      return OWN_IMPORT;
    case 'reason_needed':
      return refused(400, REASON_NEEDED_TEXT, { reason: kind });
  }
}

async function signatureShown(db: Database, { actor, signed_at, balance_ngwee }: Signature) {
  const nameOf = await readStaffNames(db, [actor]);
  return { by: nameOf(actor), at: signed_at.toISOString(), balance: toKwacha(balance_ngwee) };
}

function refusedSignature(refusal: SignOffRefusal, by: string | undefined): Reply<never> {
  switch (refusal.kind) {
    case 'day_not_over':
      return refused(409, 'This day is not over yet.', { reason: refusal.kind });
    case 'before_book':
      return refused(
        409,
        refusal.beginsOn === null
          ? 'The book has not begun yet.'
          : `The book begins on ${refusal.beginsOn}: a day before it is not signed.`,
        { reason: refusal.kind },
      );
    case 'signed_before':
      return refused(409, `${by} signed this day already.`, { reason: refusal.kind });
    case 'does_not_agree': {
      const apartNgwee = refusal.statedNgwee - refusal.day.balanceNgwee;
      const sentence = `The book leads to ${formatKwacha(refusal.day.balanceNgwee)}: ${formatKwacha(Math.abs(apartNgwee))} ${apartNgwee < 0 ? 'more' : 'less'} than this. A day that does not agree is not signed.`;
      return refused(400, sentence, { reason: refusal.kind, fields: { balance: sentence } });
    }
  }
}
