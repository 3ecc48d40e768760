import { allowanceAddedBy, type RunFigures } from './impairment-run.ts';
import type { LoanFlow } from './loan-flow.ts';

/** The lines of the movement, in their order. `opening` and `closing` are balances; the others lead from one to the other. */
export const ALLOWANCE_LINES = [
  'opening',
  'otherJournals',
  'newLoans',
  'movedToStage1',
  'movedToStage2',
  'movedToStage3',
  'changedInStage',
  'repaid',
  'shortAtWriteOff',
  'shortAtChargeOff',
  'usedByWriteOff',
  'usedByChargeOff',
  'closing',
] as const;
export type AllowanceLine = (typeof ALLOWANCE_LINES)[number];

/** Amounts in ngwee by line. What lowers the allowance is negative. */
export type AllowanceMovement = Record<AllowanceLine, number>;

/**
 * The movement of the allowance between two runs. The lines between the opening and the closing balance add up to their
 * difference. `openingNgwee` is the allowance at the end of the run before, and `beforeRunNgwee` the one in the book when
 * this run posted: what lies between them are other journals. IFRS 7 35H. Rule: docs/rules/impairment.md.
 */
export function movementOfAllowance(
  flows: readonly LoanFlow[],
  figures: RunFigures,
  { openingNgwee, beforeRunNgwee }: { openingNgwee: number; beforeRunNgwee: number },
): AllowanceMovement {
  const changeOf = (chosen: (flow: LoanFlow) => boolean) =>
    flows
      .filter(chosen)
      .reduce((sum, { lossBeforeNgwee, lossAfterNgwee }) => sum + lossAfterNgwee - lossBeforeNgwee, 0);
  const movedTo = (stage: number) =>
    changeOf(({ from, to }) => from !== null && to?.stage === stage && from.stage !== stage);
  const writtenOff = changeOf(({ end }) => end === 'written_off');
  const chargedOff = changeOf(({ end }) => end === 'charged_off');
  const between = {
    newLoans: changeOf(({ from, end }) => from === null && end === 'none'),
    movedToStage1: movedTo(1),
    movedToStage2: movedTo(2),
    movedToStage3: movedTo(3),
    changedInStage: changeOf(({ from, to }) => from !== null && from.stage === to?.stage),
    repaid: changeOf(({ end }) => end === 'repaid'),
    shortAtWriteOff: figures.usedByWriteOffNgwee + writtenOff,
    shortAtChargeOff: figures.newlyChargedOffNgwee + chargedOff,
    usedByWriteOff: 0 - figures.usedByWriteOffNgwee,
    usedByChargeOff: 0 - figures.newlyChargedOffNgwee,
  };
  return {
    opening: openingNgwee,
    otherJournals: beforeRunNgwee - openingNgwee,
    ...between,
    closing: beforeRunNgwee + allowanceAddedBy(figures),
  };
}
