import { type LoanStateRefusal, wrongState } from './application.ts';
import { catchUp } from './catch-up.ts';
import { followedBy, unchanged } from './change.ts';
import { chargeOnly } from './charge-relief.ts';
import { closeWhenCleared } from './closing.ts';
import type { Day } from './day.ts';
import type { LadderStanding } from './ladder.ts';
import { transfer } from './ledger.ts';
import { type Change, instalmentOf, isRunning, type Loan, type WaivableCharge } from './loan.ts';
import { add, type Ngwee, subtract, ZERO } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { owedOnInstalment, owedOnLoan } from './owed.ts';
import { type PaymentPendingRefusal, refusalWhilePending } from './pending.ts';
import { postingOf, receiptNoOf } from './posting.ts';

export type WaiverRefusal =
  | LoanStateRefusal
  | PaymentPendingRefusal
  | { kind: 'waiver_without_reason' }
  | { kind: 'nothing_to_waive' }
  | { kind: 'waiver_above_owed'; owedNgwee: Ngwee };

export type Waiver = {
  period: number;
  charge: WaivableCharge;
  amountNgwee: Ngwee;
  reason: string;
  on: Day;
  ladder: LadderStanding;
};

/**
 * Waives an amount in ngwee of a penalty, fee or interest owed on an instalment at the end of `on`. A loan that owes
 * nothing afterwards is settled. Refuses, in this order: a loan that does not run; a pending payment; no reason; an
 * amount of zero; more than is owed. Rule: docs/rules/waiver.md.
 */
export function waiveCharge(loan: Loan, waiver: Waiver): Outcome<Change, WaiverRefusal> {
  const { period, charge, amountNgwee, reason, on, ladder } = waiver;
  if (!isRunning(loan)) return refuse(wrongState(loan));
  const pending = refusalWhilePending(loan);
  if (pending !== null) return refuse(pending);
  if (reason.trim() === '') return refuse({ kind: 'waiver_without_reason' });
  if (amountNgwee === 0) return refuse({ kind: 'nothing_to_waive' });
  const caughtUp = catchUp(loan, on);
  const instalment = instalmentOf(caughtUp.loan, period);
  const owedNgwee = instalment === undefined ? ZERO : owedOnInstalment(instalment)[`${charge}Ngwee`];
  if (amountNgwee > owedNgwee) return refuse({ kind: 'waiver_above_owed', owedNgwee });
  const waived = followedBy(caughtUp, (before) => {
    const receiptNo = receiptNoOf(loan);
    const taken = takeBack(before, waiver, receiptNo);
    const posting = postingOf(before, taken);
    return {
      ...taken,
      events: [{ kind: 'charge_waived', on, period, charge, amountNgwee, reason, receiptNo, posting }],
    };
  });
  const closed = followedBy(waived, (before) => closeWhenCleared(before, on, ladder));
  const again = followedBy(closed, (before) => catchUp(before, on));
  const remainingNgwee = owedOnLoan(again.loan).totalNgwee;
  return allow({
    ...again,
    messages: [...again.messages, { kind: 'charge_waived', amountNgwee, remainingNgwee }],
  });
}

function takeBack(loan: Loan, { period, charge, amountNgwee, on }: Waiver, receiptNo: string): Change {
  if (charge !== 'penalty') {
    const taken = chargeOnly(loan, charge, (instalment) =>
      instalment.period === period
        ? subtract(instalment[`${charge}Ngwee`], amountNgwee)
        : instalment[`${charge}Ngwee`],
    );
    const waived = `${charge}WaivedNgwee` as const;
    const instalments = taken.loan.instalments.map((instalment) =>
      instalment.period === period
        ? { ...instalment, [waived]: add(instalment[waived], amountNgwee) }
        : instalment,
    );
    return { ...taken, loan: { ...taken.loan, instalments } };
  }
  return {
    ...unchanged({
      ...loan,
      instalments: loan.instalments.map((instalment) =>
        instalment.period === period
          ? {
              ...instalment,
              penaltyNgwee: subtract(instalment.penaltyNgwee, amountNgwee),
              penaltyWaivedNgwee: add(instalment.penaltyWaivedNgwee, amountNgwee),
              penaltyWaivers: [...instalment.penaltyWaivers, { receiptNo, on, amountNgwee }],
            }
          : instalment,
      ),
    }),
    transfers: transfer('penalty_income', 'penalty_receivable', amountNgwee),
  };
}
