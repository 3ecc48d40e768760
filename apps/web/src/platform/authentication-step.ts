import { ALL_STEPS_DONE, CER_CODE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { useEffect } from 'react';
import { useAnswer } from './query.ts';
import { session } from './session.ts';

type Steps = Answer<'getUserAuthProcessStep'>;

/** The first step that is not done. The face is asked for when applying, so that the forms are then done. */
export function authStepOf(steps: Pick<Steps[number], 'cerCode' | 'isAuth'>[]): number {
  const next = steps.find((step) => step.isAuth === 0);
  if (next === undefined || next.cerCode === CER_CODE.face) return ALL_STEPS_DONE;
  return next.cerCode;
}

const PATHS: Record<number, string> = {
  [CER_CODE.identity]: '/authentication/identity',
  [CER_CODE.personal]: '/authentication/base',
  [CER_CODE.emergencyContact]: '/authentication/linkman',
};

/** The path of a step; undefined when all steps are done. */
export function authenticationPath(authStep: number): string | undefined {
  return PATHS[authStep];
}

/** Asks which steps are done and keeps the one that comes next in the session. */
export function useAuthenticationSteps() {
  const steps = useAnswer('getUserAuthProcessStep', {});
  useEffect(() => {
    if (steps.data) session.setState({ authStep: authStepOf(steps.data) });
  }, [steps.data]);
  return steps;
}
