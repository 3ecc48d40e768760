import { useAnswer } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { privacyWords } from '../../words/privacy.ts';
import styles from './privacy-text.module.css';

/** The lender's data does not change while the app is open. */
const useLender = () => useAnswer('getLender', {}, { staleMs: Number.POSITIVE_INFINITY });

export function PrivacyText() {
  return (
    <article className={styles.text}>
      <p className={styles.lead}>{privacyWords.short}</p>
      {privacyWords.sections.map((section) => (
        <SectionText key={section.title} {...section} />
      ))}
      <Agencies />
      <Bureau />
      <Keeping />
      <SectionText {...privacyWords.rights} />
      <Reach />
      <SectionText {...privacyWords.places} />
    </article>
  );
}

/** The agencies that may collect a late loan are a setting of the lender. */
function Agencies() {
  const names = useLender().data?.collectionAgencies ?? [];
  return names.length === 0 ? null : <p>{privacyWords.agencies(names.join(', '))}</p>;
}

function Bureau() {
  const name = useLender().data?.creditBureau;
  return name === undefined ? null : <p>{privacyWords.bureau(name)}</p>;
}

/** The years after a deletion are a setting of the lender. */
function Keeping() {
  const years = useLender().data?.keptYears;
  const { title, untilDeletion, afterDeletion } = privacyWords.keeping;
  const { labels } = afterDeletion;
  const keptYears = years === undefined ? afterDeletion.lawYears : afterDeletion.years(years);
  return (
    <section>
      <h2>{title}</h2>
      <Card title={untilDeletion.title}>
        <Facts facts={untilDeletion.periods} />
      </Card>
      <Card title={afterDeletion.title}>
        <Facts
          facts={[
            { label: labels.loans, value: keptYears },
            { label: labels.identity, value: keptYears },
            { label: labels.complaints, value: keptYears },
            { label: labels.number, value: afterDeletion.aYear },
            { label: labels.log, value: afterDeletion.logDays },
          ]}
        />
        <p>{afterDeletion.note}</p>
      </Card>
    </section>
  );
}

function Reach() {
  const lender = useLender().data;
  const { title, labels, text } = privacyWords.reach;
  return (
    <section>
      <h2>{title}</h2>
      {lender && (
        <Card>
          <Facts
            facts={[
              { label: labels.name, value: lender.name },
              { label: labels.licence, value: lender.licence },
              { label: labels.phone, value: lender.phone },
              { label: labels.hours, value: lender.hours },
            ]}
          />
        </Card>
      )}
      <p>{text}</p>
    </section>
  );
}

type Section = { title: string; list: readonly string[]; paragraphs: readonly string[] };

function SectionText({ title, list, paragraphs }: Section) {
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
