import { isFaceMissing } from '../../platform/authentication-step.ts';
import { useAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { faceLeftWords } from '../../words/face-left.ts';
import styles from './home.module.css';

/** The way to the face check, before a first loan is applied for. */
export function FaceLeft() {
  const steps = useAnswer('getUserAuthProcessStep', {}).data;
  if (!steps || !isFaceMissing(steps)) return null;
  return (
    <Card title={faceLeftWords.title}>
      <p className={styles.text}>{faceLeftWords.text}</p>
      <ButtonLink to="/face/face-start" variant="secondary">
        {faceLeftWords.action}
      </ButtonLink>
    </Card>
  );
}
