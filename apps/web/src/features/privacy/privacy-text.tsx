import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { privacyWords } from '../../words/privacy.ts';
import styles from './privacy-text.module.css';

export function PrivacyText() {
  return (
    <article className={styles.text}>
      <p className={styles.lead}>{privacyWords.short}</p>
      {privacyWords.sections.map((section) => (
        <SectionText key={section.title} {...section} />
      ))}
      <section>
        <h2>{privacyWords.keeping.title}</h2>
        <Card>
          <Facts facts={privacyWords.keeping.periods} />
        </Card>
      </section>
      {privacyWords.rights.map((section) => (
        <SectionText key={section.title} {...section} />
      ))}
    </article>
  );
}

function SectionText({ title, list, paragraphs }: (typeof privacyWords.sections)[number]) {
  return (
    <section>
      <h2>{title}</h2>
      {list.length > 0 && (
        <ul>
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}
