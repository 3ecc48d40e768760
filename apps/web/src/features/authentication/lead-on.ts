import type { Answer } from '@thumba/contract/wire';
import { authenticationPath, authStepOf } from '../../platform/authentication-step.ts';
import { call } from '../../platform/call.ts';
import { pathOfWish } from '../../platform/loan-wish.ts';
import { navigate } from '../../platform/navigation.ts';
import { queryClient, refresh } from '../../platform/query.ts';
import { browserStorage, session } from '../../platform/session.ts';

type Steps = Answer<'getUserAuthProcessStep'>;

const QUESTIONNAIRE_PATH = '/authentication/questionnaire';

/**
 * The page of the step that comes next. The questionnaire is offered once after the forms, and then a loan that was
 * asked for is shown.
 */
export function nextPath(
  steps: readonly Pick<Steps[number], 'cerCode' | 'isAuth'>[],
  wasQuestionnaireOffered: boolean,
): string {
  const form = authenticationPath(authStepOf([...steps]));
  return form ?? (wasQuestionnaireOffered ? pathAfterSteps() : QUESTIONNAIRE_PATH);
}

export function pathAfterSteps(): string {
  return pathOfWish() ?? '/home';
}

const offerKey = (userId: number) => `questionnaireOffered.${userId}`;

export function wasQuestionnaireOffered(userId: number): boolean {
  return browserStorage.getItem(offerKey(userId)) !== null;
}

export function rememberQuestionnaireOffer(userId: number): void {
  browserStorage.setItem(offerKey(userId), 'yes');
}

/** After a step is done: reads the next step, and replaces the finished page with it. */
export async function leadOn(userId: number): Promise<void> {
  void refresh('getMyLoanInfo', 'getUserInfo', 'queryCertifyColumnByCerCode');
  try {
    const steps = await call('getUserAuthProcessStep', {});
    queryClient.setQueryData(['getUserAuthProcessStep', {}], steps);
    session.setState({ authStep: authStepOf(steps) });
    navigate(nextPath(steps, wasQuestionnaireOffered(userId)), { replace: true });
  } catch {
    // The step itself is saved. The parent page asks again and leads to the next step.
    navigate('/authentication', { replace: true });
  }
}
