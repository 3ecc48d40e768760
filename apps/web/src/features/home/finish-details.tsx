import Check from 'lucide-react/icons/check';
import { authenticationPath, useAuthenticationSteps } from '../../platform/authentication-step.ts';
import { messageOf } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Segments } from '../../ui/facts.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import styles from './finish-details.module.css';
import home from './home.module.css';

const forms = [
  { step: 1, name: 'Identity', detail: 'Photos of your NRC' },
  { step: 2, name: 'Personal information', detail: 'Work, income and address' },
  { step: 3, name: 'Emergency contact', detail: 'Two people who know you' },
];

export function FinishDetails() {
  const steps = useAuthenticationSteps();
  const authStep = useSession((state) => state.authStep);
  if (steps.isPending) {
    return (
      <Card>
        <Skeleton lines={[28, 8, 56, 56, 56, 52]} />
      </Card>
    );
  }
  if (steps.isError) {
    return (
      <Card>
        <ErrorState
          message={messageOf(steps.error)}
          onRetry={() => void steps.refetch()}
          isRetrying={steps.isFetching}
        />
      </Card>
    );
  }
  const done = Math.min(authStep - 1, forms.length);
  const path = authenticationPath(authStep);
  return (
    <Card>
      <Stack gap="tight">
        <h2 className={home.title}>Finish your details</h2>
        <p className={home.text}>
          {path ? `Step ${authStep} of ${forms.length}, about five minutes in all` : 'All steps are done'}
        </p>
      </Stack>
      <Segments filled={done} total={forms.length} label={`${done} of ${forms.length} steps done`} />
      <ol className={styles.forms}>
        {forms.map(({ step, name, detail }) => (
          <li
            key={step}
            className={classNames(styles.form, step === authStep && styles.current)}
            aria-current={step === authStep ? 'step' : undefined}
          >
            <span className={classNames(styles.mark, step < authStep && styles.done)} aria-hidden="true">
              {step < authStep ? <Check /> : step}
            </span>
            <div>
              <p className={styles.name}>
                {name}
                {step < authStep && <span className="visually-hidden">, done</span>}
              </p>
              <p className={home.small}>{detail}</p>
            </div>
          </li>
        ))}
      </ol>
      {path && <ButtonLink to={path}>{done === 0 ? 'Start' : 'Continue'}</ButtonLink>}
    </Card>
  );
}
