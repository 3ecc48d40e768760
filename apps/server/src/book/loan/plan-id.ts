const PERIODS_PER_LOAN = 100;

/** The wire's `planId`: the loan and the period in one number. */
export function planIdOf(loanId: number, period: number): number {
  return loanId * PERIODS_PER_LOAN + period;
}

export function readPlanId(planId: number): { loanId: number; period: number } {
  return { loanId: Math.floor(planId / PERIODS_PER_LOAN), period: planId % PERIODS_PER_LOAN };
}
