import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import type { FloatReserves } from '../../book/settings/operator-settings.ts';
import { type Clock, HOUR_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { ConnectedOperator } from './operators/operator.ts';

/**
 * Holds back payouts that our float at an operator does not cover, because an operator that refuses a payout has used
 * its id. Between two enquiries the available float is an estimate. Only the operator's own answer decides.
 */
export type FloatGuard = {
  /** Whether a payout may be sent now. After an admitted payout the caller calls `answered`. */
  admits(operator: ConnectedOperator, payout: { attemptId: string; amountNgwee: Ngwee }): Promise<boolean>;
  /** The operator's answer to a payout is written down. */
  answered(operator: ConnectedOperator, attemptId: string): void;
  /** The operator refused a payout for want of float. */
  refused(operator: ConnectedOperator): void;
  /** A payout left. */
  paidOut(operator: ConnectedOperator): void;
};

/** What is known of our float at one operator, for one connection. */
type FloatStanding = {
  /** Undefined for an operator that never answered an enquiry. */
  availableNgwee: number | undefined;
  askedAtMs: number;
  /** Refusals in a row. Each doubles the pause until a single payout is tried. */
  refusals: number;
  pausedUntilMs: number;
  /** Payouts that are being sent to the operator, by attempt. */
  beingSent: Map<string, Ngwee>;
  /** The decision before the next one. */
  lastDecision: Promise<unknown>;
};

const LONGEST_PAUSE_MS = 15 * 60_000;
/** A payout whose outcome is unknown for longer than this has left the float already, or never will. */
const UNDER_WAY_MS = HOUR_MS;

const sumUnderWayStatement = statement<
  { ngwee: number },
  { operator: OperatorName; platform: string; environment: string; apiUser: string; sentSince: Date }
>(
  'payment: payouts under way',
  `select coalesce(sum(amount_ngwee), 0)::bigint as ngwee from payment_attempt
   where operator = $operator and direction = 'payout' and state in ('pending', 'unknown')
     and (route_id is null or route_id = (select r.route_id from operator_route r where r.operator = $operator
       and r.platform = $platform and r.environment = $environment and r.api_user = $apiUser))
     and sent_at >= $sentSince::timestamptz`,
);

type FloatDeps = { db: Database; clock: Clock; reserves(): FloatReserves; askEveryMs: number };

export function createFloatGuard(deps: FloatDeps): FloatGuard {
  const standings = new Map<ConnectedOperator, FloatStanding>();

  function standingOf(operator: ConnectedOperator): FloatStanding {
    const known = standings.get(operator);
    if (known) return known;
    const fresh = newStanding();
    standings.set(operator, fresh);
    return fresh;
  }

  return {
    async admits(operator, { attemptId, amountNgwee }) {
      const standing = standingOf(operator);
      // One decision at a time, so that a hundred payouts share one enquiry and the float that it answers.
      const decision = standing.lastDecision.then(async () => {
        const isAdmitted = await decide(deps, operator, standing, amountNgwee);
        if (isAdmitted) standing.beingSent.set(attemptId, amountNgwee);
        return isAdmitted;
      });
      standing.lastDecision = decision.catch(() => undefined);
      return decision;
    },
    answered(operator, attemptId) {
      standingOf(operator).beingSent.delete(attemptId);
    },
    refused(operator) {
      const standing = standingOf(operator);
      standing.refusals += 1;
      standing.pausedUntilMs = deps.clock.nowMs() + pauseMs(deps, standing);
      standing.askedAtMs = Number.NEGATIVE_INFINITY;
    },
    paidOut(operator) {
      const standing = standingOf(operator);
      standing.refusals = 0;
      standing.pausedUntilMs = 0;
    },
  };
}

function newStanding(): FloatStanding {
  return {
    availableNgwee: undefined,
    askedAtMs: Number.NEGATIVE_INFINITY,
    refusals: 0,
    pausedUntilMs: 0,
    beingSent: new Map(),
    lastDecision: Promise.resolve(),
  };
}

async function decide(
  deps: FloatDeps,
  operator: ConnectedOperator,
  standing: FloatStanding,
  amountNgwee: Ngwee,
): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  const pauseLeftMs = standing.pausedUntilMs - nowMs;
  const sinceAskedMs = nowMs - standing.askedAtMs;
  // A longer pause, and an enquiry in the future, are there only where the clock was set back.
  if (pauseLeftMs > 0 && pauseLeftMs <= LONGEST_PAUSE_MS) return false;
  if (sinceAskedMs >= deps.askEveryMs || sinceAskedMs < 0) await ask(deps, operator, standing);
  if (standing.availableNgwee !== undefined) {
    const reserve = deps.reserves()[operator.name] ?? 0;
    if (amountNgwee > standing.availableNgwee - reserve) return false;
    standing.availableNgwee -= amountNgwee;
  }
  // After a refusal this payout is tried, and the others wait for its outcome.
  if (standing.refusals > 0) standing.pausedUntilMs = nowMs + pauseMs(deps, standing);
  return true;
}

async function ask(
  { db, clock }: FloatDeps,
  operator: ConnectedOperator,
  standing: FloatStanding,
): Promise<void> {
  const nowMs = clock.nowMs();
  standing.askedAtMs = nowMs;
  // Added up before the enquiry: a payout that leaves meanwhile is counted once or twice.
  const beingSent = [...standing.beingSent.values()].reduce((total, amount) => total + amount, 0);
  const underWay = await db.row(sumUnderWayStatement, {
    ...operator.routes.payout,
    sentSince: toDate(nowMs - UNDER_WAY_MS),
  });
  const balance = await operator.balance('payout');
  // Each payout that waits would ask a slow operator again. After a refusal meanwhile the next one has to.
  if (standing.askedAtMs === nowMs) standing.askedAtMs = clock.nowMs();
  if (balance === undefined) return;
  standing.availableNgwee = balance.amountNgwee - underWay!.ngwee - beingSent;
}

function pauseMs({ askEveryMs }: FloatDeps, { refusals }: FloatStanding): number {
  return Math.min(LONGEST_PAUSE_MS, askEveryMs * 2 ** (refusals - 1));
}
