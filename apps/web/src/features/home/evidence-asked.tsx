import { evidenceWords as words } from '@thumba/home/evidence-words';
import { deadlineText } from '../../platform/deadline.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Notice, Stack } from '../../ui/card.tsx';
import { Drawing } from '../../ui/empty-state.tsx';
import styles from './home.module.css';

/** A person wants to see a payslip or a statement before they go on with the application. */
export function EvidenceAsked({
  evidence: { kind, until },
}: {
  evidence: NonNullable<LoanInfo['evidence']>;
}) {
  return (
    <Card>
      <Drawing kind="paper" className={styles.drawing} />
      <Stack gap="tight">
        <h2 className={styles.title}>{words.asked[kind]}</h2>
        <p className={styles.text}>{words.why[kind]}</p>
      </Stack>
      <ButtonLink to="/authentication/evidence">{words.open}</ButtonLink>
      <Notice>{words.until(deadlineText(until))}</Notice>
    </Card>
  );
}
