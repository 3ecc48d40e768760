import { ALL_STEPS_DONE, CER_CODE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';

type Step = Answer<'getUserAuthProcessStep'>[number];

/** The first step that is not done. The face is asked for when applying, so that the forms are then done. */
export function authStepOf(steps: Pick<Step, 'cerCode' | 'isAuth'>[]): number {
  const next = steps.find((step) => step.isAuth === 0);
  if (next === undefined || next.cerCode === CER_CODE.face) return ALL_STEPS_DONE;
  return next.cerCode;
}
