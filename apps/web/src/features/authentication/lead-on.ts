import type { Answer } from '@thumba/contract/wire';
import { asksQuestions, authenticationPath } from '../../platform/authentication-step.ts';
import { call } from '../../platform/call.ts';
import { pathOfWish } from '../../platform/loan-wish.ts';
import { navigate } from '../../platform/navigation.ts';
import { authStepOf } from '../../platform/next-step.ts';
import { queryClient, refresh } from '../../platform/query.ts';
import type { UserInfo } from '../../platform/session.ts';

type Steps = Answer<'getUserAuthProcessStep'>;

const QUESTIONNAIRE_PATH = '/authentication/questionnaire';

/** The page of the step that comes next. After the last one, a loan that was asked for is shown. */
export function nextPath(
  steps: readonly Pick<Steps[number], 'cerCode' | 'isAuth'>[],
  hasQuestions: boolean,
): string {
  const form = authenticationPath(authStepOf([...steps]));
  return form ?? (hasQuestions ? QUESTIONNAIRE_PATH : pathAfterSteps());
}

export function pathAfterSteps(): string {
  return pathOfWish() ?? '/home';
}

/** After a step is done: reads the next step, and replaces the finished page with it. */
export async function leadOn(user: UserInfo): Promise<void> {
  void refresh('getMyLoanInfo', 'getUserInfo', 'queryCertifyColumnByCerCode');
  try {
    const steps = await call('getUserAuthProcessStep', {});
    queryClient.setQueryData(['getUserAuthProcessStep', {}], steps);
    navigate(nextPath(steps, asksQuestions(user)), { replace: true });
  } catch {
    // The step itself is saved. The parent page asks again and leads to the next step.
    navigate('/authentication', { replace: true });
  }
}
