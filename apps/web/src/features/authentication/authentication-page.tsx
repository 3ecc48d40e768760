import { useEffect } from 'react';
import { asksQuestions } from '../../platform/authentication-step.ts';
import { navigate } from '../../platform/navigation.ts';
import { useAnswer } from '../../platform/query.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Coming } from '../../ui/coming.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { titles } from '../../words/titles.ts';
import { nextPath } from './lead-on.ts';

/** An empty page that leads to the next step. */
export function AuthenticationPage() {
  const steps = useAnswer('getUserAuthProcessStep', {});
  const user = useUserInfo();
  useEffect(() => {
    if (!steps.data || !user.data) return;
    navigate(nextPath(steps.data, asksQuestions(user.data)), { replace: true });
  }, [steps.data, user.data]);
  return (
    <PageFrame title={titles.authentication} backTo="/home">
      <Coming answers={[steps, user]} lines={[44, 240, 240]} />
    </PageFrame>
  );
}
