import { CER_CODE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { queryClient } from '../../platform/query.ts';

/** How a check ended for which nothing is left to do. */
export type FaceOutcome = Exclude<Answer<'verifyFace'>['outcome'], 'again'>;

const KEY = ['faceOutcome'];

/** Keeps what the server answered for the next screen. It is not in the address, where a person could type it. */
export function keepOutcome(outcome: FaceOutcome): void {
  queryClient.setQueryData<FaceOutcome>(KEY, outcome);
  // The next screen asks whether the check is left, and must not show its start until the server has said so again.
  queryClient.setQueryData<Answer<'getUserAuthProcessStep'>>(['getUserAuthProcessStep', {}], (steps) =>
    steps?.map((step) => (step.cerCode === CER_CODE.face ? { ...step, isAuth: 1 as const } : step)),
  );
}

export function keptOutcome(): FaceOutcome | undefined {
  return queryClient.getQueryData<FaceOutcome>(KEY);
}
