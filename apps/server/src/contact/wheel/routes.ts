import type { Answer } from '@thumba/contract/wire';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import { toDate } from '../../platform/clock.ts';
import { done, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { type SpinRefusal, spinWheel, type WheelDeps } from './commands.ts';
import {
  type Chance,
  countDraws,
  type Draw,
  listChances,
  listDraws,
  listSecretDays,
  type Prize,
  readWheel,
} from './queries.ts';
import { rulesOf } from './rules.ts';
import { wheelRefusalWords } from './wheel-words.ts';

const KEEP_COUNTS_MS = 60_000;

export function registerWheelRoutes(server: Server, deps: WheelDeps): void {
  const { db, clock, sealing, today } = deps;
  let counted: { atMs: number; counts: ReturnType<typeof countDraws> } | undefined;

  /** The count reads every draw and needs no token, so it is done at most once a minute. */
  function countNowAndThen() {
    const nowMs = clock.nowMs();
    if (!counted || nowMs - counted.atMs >= KEEP_COUNTS_MS) {
      const counts = countDraws(db);
      counted = { atMs: nowMs, counts };
      counts.catch(() => {
        counted = undefined;
      });
    }
    return counted;
  }

  serve(server, 'turntable', async () => {
    const wheel = await readWheel(db);
    if (!wheel) return refused(501, wheelRefusalWords.noWheel, { reason: 'no_wheel' });
    return done({
      wheelVersion: wheel.version,
      prizes: wheel.prizes.map(prizeView),
      rules: rulesOf(wheel),
    });
  });

  serve(server, 'turntableFairness', async () => {
    const { atMs, counts } = countNowAndThen();
    const [prizes, days] = await Promise.all([counts, listSecretDays(db, today())]);
    return done({
      draws: prizes.reduce((total, { drawn }) => total + drawn, 0),
      countedAt: toDate(atMs).toISOString(),
      prizes,
      days: days.map(({ on, publishedAt, secretHash, secret }) => ({
        on,
        publishedAt: publishedAt.toISOString(),
        secretHash,
        ...(secret === null ? {} : { secret }),
      })),
    });
  });

  serve(server, 'myTurntable', async (_input, { borrowerId }) => {
    const on = today();
    const [chances, draws] = await Promise.all([
      listChances(db, borrowerId, on),
      listDraws(db, borrowerId, on),
    ]);
    return done({
      spinsLeft: chances.length,
      chances: chances.map(chanceView),
      draws: draws.map(drawView),
    });
  });

  serve(server, 'spinTurntable', async ({ body }, caller) => {
    const spun = await spinWheel(deps, {
      borrowerId: caller.borrowerId,
      phoneWord: body.phoneWord,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'spinTurntable', body),
    });
    return spun.ok ? done(spun.value) : replyToSpinRefusal(spun.refusal);
  });
}

function replyToSpinRefusal({ kind }: SpinRefusal) {
  switch (kind) {
    case 'no_chance':
      return refused(409, wheelRefusalWords.noChance);
    case 'no_wheel':
      return refused(409, wheelRefusalWords.noWheel);
    case 'key_reused':
      return refused(409, wheelRefusalWords.keyReused);
  }
}

function prizeView({ left, ...prize }: Prize): Answer<'turntable'>['prizes'][number] {
  return {
    ...prize,
    odds: prize.lastNumber - prize.firstNumber + 1,
    ...(left === null ? {} : { left }),
  };
}

function chanceView(chance: Chance): Answer<'myTurntable'>['chances'][number] {
  const { chanceId, occasion, loanId, validTo } = chance;
  return { ticketNo: chanceId, occasion, validTo, ...(loanId === null ? {} : { orderId: loanId }) };
}

function drawView(draw: Draw): Answer<'myTurntable'>['draws'][number] {
  const { on, number, phoneWord, wheelVersion, prizeId, name, kind } = draw;
  return {
    ticketNo: draw.chanceId,
    on,
    at: draw.drawnAt.toISOString(),
    number,
    phoneWord,
    secretHash: draw.secretHash,
    ...(draw.secret === null ? {} : { secret: draw.secret }),
    wheelVersion,
    prizeId,
    name,
    kind,
    ...(draw.missedName === null ? {} : { missedName: draw.missedName }),
    ...(draw.userCouponId === null ? {} : { userCouponId: draw.userCouponId }),
    ...(draw.couponStatus === null ? {} : { couponUsableStatus: draw.couponStatus }),
    ...(draw.validTo === null ? {} : { validTo: draw.validTo }),
    ...(draw.loanId === null ? {} : { orderId: draw.loanId }),
  };
}
