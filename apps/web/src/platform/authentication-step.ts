import { CER_CODE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { browserStorage, type UserInfo } from './session.ts';

type Steps = Answer<'getUserAuthProcessStep'>;

const PATHS: Record<number, string> = {
  [CER_CODE.identity]: '/authentication/identity',
  [CER_CODE.personal]: '/authentication/base',
  [CER_CODE.emergencyContact]: '/authentication/linkman',
};

/** The path of a step; undefined when all steps are done. */
export function authenticationPath(authStep: number): string | undefined {
  return PATHS[authStep];
}

const offerKey = (userId: number) => `questionnaireOffered.${userId}`;

/** Whether the questionnaire follows the forms. It is offered once on a phone, and has no questions once it is answered. */
export function asksQuestions({ userId, questionsWaiting }: UserInfo): boolean {
  return questionsWaiting > 0 && browserStorage.getItem(offerKey(userId)) === null;
}

export function rememberQuestionnaireOffer(userId: number): void {
  browserStorage.setItem(offerKey(userId), 'yes');
}

export function formsOf<Step extends Pick<Steps[number], 'cerCode'>>(steps: readonly Step[]): Step[] {
  return steps.filter(({ cerCode }) => cerCode !== CER_CODE.face);
}

/** The face is checked after the forms and the questions. */
export function isFaceMissing(steps: readonly Pick<Steps[number], 'cerCode' | 'isAuth'>[]): boolean {
  return steps.some(({ cerCode, isAuth }) => cerCode === CER_CODE.face && isAuth === 0);
}

/** All steps that a borrower meets, from the first form on. */
export function countSteps(
  steps: readonly Pick<Steps[number], 'cerCode' | 'isAuth'>[],
  hasQuestions: boolean,
): number {
  return formsOf(steps).length + Number(hasQuestions) + Number(isFaceMissing(steps));
}
