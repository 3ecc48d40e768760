import Check from 'lucide-react/icons/check';
import { authenticationPath, useAuthenticationSteps } from '../../platform/authentication-step.ts';
import { useSession } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Coming } from '../../ui/coming.tsx';
import { Segments } from '../../ui/facts.tsx';
import { finishDetailsWords } from '../../words/finish-details.ts';
import styles from './finish-details.module.css';
import home from './home.module.css';

const forms = [
  { step: 1, form: 'identity' },
  { step: 2, form: 'base' },
  { step: 3, form: 'linkman' },
] as const;

export function FinishDetails() {
  const steps = useAuthenticationSteps();
  const authStep = useSession((state) => state.authStep);
  if (!steps.isSuccess) {
    return (
      <Card>
        <Coming answers={[steps]} lines={[28, 8, 56, 56, 56, 52]} />
      </Card>
    );
  }
  const words = finishDetailsWords;
  const done = Math.min(authStep - 1, forms.length);
  const path = authenticationPath(authStep);
  return (
    <Card>
      <Stack gap="tight">
        <h2 className={home.title}>{words.title}</h2>
        <p className={home.text}>{path ? words.step(authStep, forms.length) : words.allDone}</p>
      </Stack>
      <Segments filled={done} total={forms.length} label={words.stepsDone(done, forms.length)} />
      <ol className={styles.forms}>
        {forms.map(({ step, form }) => (
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
                {words.forms[form].name}
                {step < authStep && <span className="visually-hidden">{words.done}</span>}
              </p>
              <p className={home.small}>{words.forms[form].detail}</p>
            </div>
          </li>
        ))}
      </ol>
      {path && <ButtonLink to={path}>{done === 0 ? words.start : words.continue}</ButtonLink>}
    </Card>
  );
}
