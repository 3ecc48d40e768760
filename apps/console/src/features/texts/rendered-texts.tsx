import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { lengthText, type RenderedText } from './text-words.ts';
import styles from './texts.module.css';

/** A message as borrowers read it in each language, with its length and cost as an SMS. */
export function RenderedTexts({ rendered }: { rendered: readonly RenderedText[] }) {
  return (
    <ul className={styles.rendered}>
      {rendered.map((text) => (
        <li key={text.language} className={styles.sms}>
          <p className={styles.language}>{text.languageName}</p>
          <p className={styles.bubble} lang={text.language}>
            {text.text}
          </p>
          <p className={styles.length}>
            <span>{lengthText(text)}</span>
            {text.mostParts > text.parts && <span>up to {text.mostParts} SMS with long figures</span>}
            {text.cost !== null && (
              <span>
                costs <Money kwacha={text.cost} />
              </span>
            )}
            {text.oddLetters.length > 0 && (
              <Badge look="warn">UCS-2 because of {text.oddLetters.join(' ')}</Badge>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
