import type { LookAroundStep } from '@thumba/contract/staff/look-around';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Link } from 'wouter';
import { useStaffSend } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './look-around.module.css';
import { lookAroundWords, type Today } from './today-words.ts';

type Steps = NonNullable<Today['lookAround']>;

/** What a new person tries first. A step is ticked by what the person did. */
export function LookAroundCard({ steps }: { steps: Steps }) {
  const sending = useStaffSend('putAwayLookAround', ['getToday']);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title="Look around"
      note={`${done} of ${steps.length} done`}
      actions={
        <Button look="quiet" onClick={() => sending.mutate({})} isBusy={sending.isPending}>
          Put away
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            <Step step={step} isDone={isDone} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Step({ step, isDone }: { step: LookAroundStep; isDone: boolean }) {
  const { title, address } = lookAroundWords[step];
  return (
    <Link href={address} className={styles.step} data-done={isDone}>
      {isDone ? <CircleCheck aria-label="Done:" role="img" /> : <Circle aria-label="To try:" role="img" />}
      <span>{title}</span>
    </Link>
  );
}
