import { claimDueAttemptsStatement } from '../book/payment-attempt/claim-attempts.ts';
import { endAttempt } from '../money/payment/attempt-ending.ts';
import type { FailureReason } from '../money/payment/operators/operator.ts';
import { toDate } from '../platform/clock.ts';
import type { YearLender } from './year-lender.ts';

/** How an operator answers an instruction: after how long, and with what. */
export type OperatorAnswer = { afterSeconds: number; failure: FailureReason | undefined };

/** What was drawn for instructions that wait. One that is not here succeeds soon. */
export type DrawnAnswers = Map<string, OperatorAnswer>;

const SOON: OperatorAnswer = { afterSeconds: 9, failure: undefined };
const CLAIM_MS = 60 * 60_000;

/** The money that moved at the operators, and the instructions that ended without money. */
export type MovedMoney = { operator: string; direction: 'collection' | 'payout'; amountNgwee: number }[];

/** Sends what waits, as the driver of payments does, and ends each instruction as its operator would. */
export async function answerOperators(lender: YearLender, answers: DrawnAnswers): Promise<MovedMoney> {
  const moved: MovedMoney = [];
  for (;;) {
    const now = lender.clock.nowMs();
    const claimed = await lender.db.rows(claimDueAttemptsStatement, {
      now: toDate(now),
      claimedUntil: toDate(now + CLAIM_MS),
      places: JSON.stringify(lender.routes.placesOfClaim(new Map())),
    });
    if (claimed.length === 0) return moved;
    const answered = claimed
      .map((attempt) => ({ attempt, answer: answers.get(attempt.attempt_id) ?? SOON }))
      .sort((one, other) => one.answer.afterSeconds - other.answer.afterSeconds);
    let passed = 0;
    for (const group of Map.groupBy(answered, ({ answer }) => answer.afterSeconds).entries()) {
      const [afterSeconds, sameTime] = group;
      lender.pass(afterSeconds - passed);
      passed = afterSeconds;
      await Promise.all(
        sameTime.map(async ({ attempt, answer: { failure } }) => {
          const { operator, direction, amount_ngwee: amountNgwee, attempt_id: attemptId } = attempt;
          answers.delete(attemptId);
          await endAttempt(
            lender,
            attempt,
            failure === undefined
              ? { state: 'succeeded', operatorReference: referenceOf(attemptId) }
              : { state: failure === 'prompt_expired' ? 'expired' : 'failed', reason: failure },
          );
          if (failure === undefined) moved.push({ operator, direction, amountNgwee });
        }),
      );
    }
  }
}

function referenceOf(attemptId: string): string {
  return attemptId.replaceAll('-', '').slice(0, 12).toUpperCase();
}
