import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import type { FloatReserves } from '../../book/settings/operator-settings.ts';
import { type Clock, HOUR_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Operator } from './operators/operator.ts';

/**
 * Keeps payouts back that our float at an operator does not cover, because an operator that refuses one has used its
 * id up. What it knows is a guess between two questions: only the operator's own answer decides.
 */
export type FloatGuard = {
  /** Whether a payout may be sent now. Whoever is admitted says when the operator's answer to it is written down. */
  admits(operator: Operator, payout: { attemptId: string; amountNgwee: Ngwee }): Promise<boolean>;
  answered(operator: OperatorName, attemptId: string): void;
  /** The operator refused a payout for want of float. */
  refused(operator: OperatorName): void;
  /** A payout left. */
  paidOut(operator: OperatorName): void;
};

type Standing = {
  /** Undefined for an operator that never told. */
  availableNgwee: number | undefined;
  askedAtMs: number;
  /** Refusals in a row, each of which doubles the pause until a single payout tries again. */
  refusals: number;
  pausedUntilMs: number;
  /** Payouts on their way to the operator, by attempt. */
  beingSent: Map<string, Ngwee>;
  turn: Promise<unknown>;
};

const LONGEST_PAUSE_MS = 15 * 60_000;
/** A payout whose outcome is unknown for longer than this has left the float, or never will. */
const UNDER_WAY_MS = HOUR_MS;

const sumUnderWayStatement = statement<{ ngwee: number }, { name: OperatorName; sentSince: Date }>(
  'payment: payouts under way',
  `select coalesce(sum(amount_ngwee), 0)::bigint as ngwee from payment_attempt
   where operator = $name and direction = 'payout' and state in ('pending', 'unknown')
     and sent_at >= $sentSince::timestamptz`,
);

export function createFloatGuard(deps: {
  db: Database;
  clock: Clock;
  reserves: FloatReserves;
  askEveryMs: number;
}): FloatGuard {
  const { db, clock, askEveryMs } = deps;
  const standings = new Map<OperatorName, Standing>();

  function standingOf(operator: OperatorName): Standing {
    const known = standings.get(operator);
    if (known) return known;
    const fresh: Standing = {
      availableNgwee: undefined,
      askedAtMs: Number.NEGATIVE_INFINITY,
      refusals: 0,
      pausedUntilMs: 0,
      beingSent: new Map(),
      turn: Promise.resolve(),
    };
    standings.set(operator, fresh);
    return fresh;
  }

  async function ask(operator: Operator, standing: Standing): Promise<void> {
    const nowMs = clock.nowMs();
    standing.askedAtMs = nowMs;
    // Added up before the operator is asked: what leaves meanwhile is rather counted twice than not at all.
    const beingSent = [...standing.beingSent.values()].reduce((total, amount) => total + amount, 0);
    const underWay = await db.row(sumUnderWayStatement, {
      name: operator.name,
      sentSince: toDate(nowMs - UNDER_WAY_MS),
    });
    const balance = await operator.balance('payout');
    if (balance === undefined) return;
    const reserve = deps.reserves[operator.name] ?? 0;
    standing.availableNgwee = balance.amountNgwee - reserve - underWay!.ngwee - beingSent;
  }

  async function decide(operator: Operator, standing: Standing, amountNgwee: Ngwee): Promise<boolean> {
    const nowMs = clock.nowMs();
    if (nowMs < standing.pausedUntilMs) return false;
    if (nowMs - standing.askedAtMs >= askEveryMs) await ask(operator, standing);
    if (standing.availableNgwee !== undefined) {
      if (amountNgwee > standing.availableNgwee) return false;
      standing.availableNgwee -= amountNgwee;
    }
    // After a refusal this one tries, and the others wait for what becomes of it.
    if (standing.refusals > 0) standing.pausedUntilMs = nowMs + pauseMs(standing);
    return true;
  }

  function pauseMs({ refusals }: Standing): number {
    return Math.min(LONGEST_PAUSE_MS, askEveryMs * 2 ** (refusals - 1));
  }

  return {
    async admits(operator, { attemptId, amountNgwee }) {
      const standing = standingOf(operator.name);
      // One decision at a time, so that a hundred payouts ask for the float once and share what there is.
      const decision = standing.turn.then(async () => {
        const isAdmitted = await decide(operator, standing, amountNgwee);
        if (isAdmitted) standing.beingSent.set(attemptId, amountNgwee);
        return isAdmitted;
      });
      standing.turn = decision.catch(() => undefined);
      return decision;
    },
    answered(operator, attemptId) {
      standingOf(operator).beingSent.delete(attemptId);
    },
    refused(operator) {
      const standing = standingOf(operator);
      standing.refusals += 1;
      standing.pausedUntilMs = clock.nowMs() + pauseMs(standing);
      standing.askedAtMs = Number.NEGATIVE_INFINITY;
    },
    paidOut(operator) {
      const standing = standingOf(operator);
      standing.refusals = 0;
      standing.pausedUntilMs = 0;
    },
  };
}
