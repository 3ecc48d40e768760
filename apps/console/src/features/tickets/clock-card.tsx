import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { dayText, type Ticket } from './ticket-words.tsx';
import styles from './tickets.module.css';

type Step = { title: string; on: string | null; isPassed: boolean; isLate: boolean };

function stepsOf({ writtenOn, answerDueOn, escalatesOn, clock, answeredOn }: Ticket): Step[] {
  const isLate = clock === 'late' || clock === 'escalated';
  const isEscalated = clock === 'escalated';
  const written = { title: 'Written', on: writtenOn, isPassed: true, isLate: false };
  if (answeredOn) return [written, { title: 'Answered', on: answeredOn, isPassed: true, isLate: false }];
  return [
    written,
    { title: 'Answer due', on: answerDueOn, isPassed: isLate, isLate },
    { title: 'To the managing director', on: escalatesOn, isPassed: isEscalated, isLate: isEscalated },
    { title: 'Bank of Zambia', on: null, isPassed: false, isLate: false },
  ];
}

const SENTENCES = {
  in_time: 'There is still time to answer.',
  late: 'The answer is late. Answer today.',
  escalated:
    'The answer is so late that the managing director answers for it. The borrower may turn to the regulator now:',
};

/** The clock of a complaint: when its answer is due, and who is next without one. */
export function ClockCard({ ticket }: { ticket: Ticket }) {
  const { kind, clock, regulator, answeredOn } = ticket;
  if (kind !== 'complaint') return null;
  return (
    <Card title="Clock">
      <ol className={styles.clock}>
        {stepsOf(ticket).map(({ title, on, isPassed, isLate }) => (
          <li
            key={title}
            className={classNames(styles.step, isPassed && styles.passed, isLate && styles.late)}
          >
            <span className={styles.stepTitle}>{title}</span>
            <span className={styles.stepDay}>{on === null ? 'after that' : dayText(on)}</span>
            {isLate && <span className={styles.stepLate}>passed</span>}
          </li>
        ))}
      </ol>
      {clock && <p>{SENTENCES[clock]}</p>}
      {(clock === 'escalated' || answeredOn) && (
        <address className={styles.address}>
          {answeredOn && 'A borrower who is not content with the answer can turn to: '}
          {regulator}
        </address>
      )}
    </Card>
  );
}
