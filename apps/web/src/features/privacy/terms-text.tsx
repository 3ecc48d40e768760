import { termsWords } from '../../words/terms.ts';
import styles from './privacy-text.module.css';

/** The terms that are agreed to besides the privacy policy. */
export function TermsText() {
  return (
    <article className={styles.text}>
      <p className={styles.lead}>{termsWords.lead}</p>
      {termsWords.sections.map(({ title, list }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {list.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
