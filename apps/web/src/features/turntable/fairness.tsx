import type { Answer } from '@thumba/contract/wire';
import { formatCount } from '@thumba/lending/count';
import { useState } from 'react';
import { dayText, timeOfDay } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import { Coming } from '../../ui/coming.tsx';
import { Steps } from '../../ui/steps.tsx';
import { turntableWords } from '../../words/turntable.ts';
import styles from './turntable.module.css';

/** How draws are made, the drawn prizes beside the odds, and the data to check a draw. */
export function Fairness({ mine }: { mine: Answer<'myTurntable'> | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.fairness} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{turntableWords.fairness.title}</summary>
      {isOpen && <Explained mine={mine} />}
    </details>
  );
}

function Explained({ mine }: { mine: Answer<'myTurntable'> | undefined }) {
  const words = turntableWords.fairness;
  const fairness = useAnswer('turntableFairness', {});
  const nextTicket = mine?.chances[0]?.ticketNo;
  return (
    <div className={styles.explained}>
      <Steps steps={words.steps.map((text) => ({ text }))} />
      <p className={styles.detail}>{words.check}</p>
      {nextTicket !== undefined && <p className={styles.detail}>{words.nextTicket(String(nextTicket))}</p>}
      {fairness.data ? <Record fairness={fairness.data} /> : <Coming answers={[fairness]} lines={[200]} />}
      {mine !== undefined && mine.draws.length > 0 && (
        <section>
          <h3 className={styles.heading}>{words.myDraws}</h3>
          <ul className={styles.list}>
            {mine.draws.map((draw) => (
              <li key={draw.ticketNo} className={styles.record}>
                <p>
                  {turntableWords.drawn(dayText(draw.on), String(draw.ticketNo), formatCount(draw.number))}
                </p>
                <Proof draw={draw} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Record({ fairness: { draws, countedAt, prizes, days } }: { fairness: Answer<'turntableFairness'> }) {
  const words = turntableWords.fairness;
  return (
    <>
      <section>
        <h3 className={styles.heading}>{words.counts(draws, formatCount(draws), timeOfDay(countedAt))}</h3>
        <ul className={styles.list}>
          {prizes.map(({ prizeId, name, odds, drawn }) => (
            <li key={prizeId} className={styles.prize}>
              <span className={styles.name}>{name}</span>
              <span className={styles.detail}>
                {draws > 0
                  ? words.count(formatCount(drawn), formatCount(Math.round((draws * odds) / 1000) / 10))
                  : turntableWords.odds(formatCount(odds))}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <details className={styles.days}>
        <summary>{words.days}</summary>
        <ul className={styles.list}>
          {days.map(({ on, secretHash, secret }) => (
            <li key={on} className={styles.record}>
              <p className={styles.name}>{dayText(on)}</p>
              <p className={styles.code}>{words.fingerprint(secretHash)}</p>
              {secret !== undefined && <p className={styles.code}>{words.secret(secret)}</p>}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** The data to check a draw with a SHA-256 tool. */
function Proof({
  draw: { ticketNo, phoneWord, secret, secretHash },
}: {
  draw: Answer<'myTurntable'>['draws'][number];
}) {
  const words = turntableWords.fairness;
  return secret === undefined ? (
    <>
      <p className={styles.code}>{words.word(phoneWord)}</p>
      <p className={styles.code}>{words.unknownYet(secretHash)}</p>
    </>
  ) : (
    <>
      <p className={styles.detail}>{words.hashed}</p>
      <p className={styles.code}>{`${ticketNo}:${phoneWord}:${secret}`}</p>
    </>
  );
}
