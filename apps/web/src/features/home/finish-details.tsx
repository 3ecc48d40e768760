import { CER_CODE } from '@thumba/contract/codes';
import Check from 'lucide-react/icons/check';
import { asksQuestions, authenticationPath, isFaceMissing } from '../../platform/authentication-step.ts';
import { openDraft } from '../../platform/draft.ts';
import { useAnswer } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { tabStorage } from '../../platform/storage.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Coming } from '../../ui/coming.tsx';
import { Segments } from '../../ui/segments.tsx';
import { finishDetailsWords } from '../../words/finish-details.ts';
import styles from './finish-details.module.css';
import home from './home.module.css';

/** Whether the first form was left before it was sent. What was typed stays in this tab. */
function isIdentityBegun(userId: number): boolean {
  return Object.values(openDraft(tabStorage, userId, 'identity').read()).some((value) => value !== '');
}

export function FinishDetails() {
  const steps = useAnswer('getUserAuthProcessStep', {});
  const user = useUserInfo();
  const authStep = useSession((state) => state.authStep);
  if (!steps.data || !user.data) {
    return (
      <Card>
        <Coming answers={[steps, user]} lines={[28, 8, 56, 56, 56, 56, 52]} />
      </Card>
    );
  }
  const words = finishDetailsWords;
  const rows = [
    words.forms.identity,
    words.forms.base,
    words.forms.linkman,
    ...(asksQuestions(user.data)
      ? [{ name: words.questions.name, detail: words.questions.detail(user.data.questionsWaiting) }]
      : []),
    ...(isFaceMissing(steps.data) ? [words.face] : []),
  ];
  const done = Math.min(authStep - 1, rows.length);
  const path = authenticationPath(authStep);
  const isBegun = authStep === CER_CODE.identity && isIdentityBegun(user.data.userId);
  return (
    <Card>
      <Stack gap="tight">
        <h2 className={home.title}>{words.title}</h2>
        <p className={home.text}>{path ? words.step(authStep, rows.length) : words.allDone}</p>
      </Stack>
      <Segments
        filled={path ? authStep : done}
        total={rows.length}
        label={words.stepsDone(done, rows.length)}
      />
      <ol className={styles.forms}>
        {rows.map(({ name, detail }, index) => (
          <li
            key={name}
            className={classNames(styles.form, index === done && styles.current)}
            aria-current={index === done ? 'step' : undefined}
          >
            <span className={classNames(styles.mark, index < done && styles.done)} aria-hidden="true">
              {index < done ? <Check /> : index + 1}
            </span>
            <div>
              <p className={styles.name}>
                {name}
                {index < done && <span className="visually-hidden">{words.done}</span>}
              </p>
              <p className={home.small}>{detail}</p>
            </div>
          </li>
        ))}
      </ol>
      {path && <ButtonLink to={path}>{done === 0 && !isBegun ? words.start : words.continue}</ButtonLink>}
      {isBegun && <p className={home.text}>{words.kept}</p>}
    </Card>
  );
}
