import type { HomeCard } from '@thumba/home/card';
import { homeText } from '@thumba/home/home-text';
import { day } from '@thumba/lending/day';
import { formatKwachaShort } from '@thumba/lending/money';
import { languageTitle } from '../../platform/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import type { Help } from './caller-answers.ts';
import styles from './caller-home.module.css';

/** The first page of the app with the texts that the borrower reads. It has no button that works. */
export function CallerHome({ help: { home, businessDaysAhead, language } }: { help: Help }) {
  const { heading, cards } = homeText(home, { today: day(home.businessDate), businessDaysAhead });
  const isOtherLanguage = language !== 'en';
  return (
    <Card title="What the borrower sees" note="first page of the app">
      {isOtherLanguage && <p>The borrower reads this in {languageTitle(language)}.</p>}
      <div className={styles.phone} data-home="">
        {heading && <p className={styles.heading}>{heading}</p>}
        {cards.length === 0 && <NoCards home={home} />}
        {cards.map((card, index) => (
          <PhoneCard key={card.title ?? card.label ?? index} card={card} />
        ))}
      </div>
    </Card>
  );
}

/** What stands there instead of cards is chosen on the phone, so it is told in words. */
function NoCards({ home: { availableLimit, marketList } }: { home: Help['home'] }) {
  const open = marketList.filter(({ locked }) => !locked).map(({ name }) => name);
  return (
    <p className={styles.aside}>
      {open.length === 0
        ? 'The borrower has not finished their details, or no loan is open to them.'
        : `The borrower chooses a loan: up to ${formatKwachaShort(Math.round(availableLimit * 100))}, as ${open.join(' or ')}.`}
    </p>
  );
}

function PhoneCard({ card }: { card: HomeCard }) {
  const { title, label, badge, money, lines = [], facts = [], notices = [], buttons = [] } = card;
  return (
    <div className={styles.card}>
      {(label || badge) && (
        <p className={styles.top}>
          <span>{label}</span>
          {badge && <Badge look={badge.tone}>{badge.text}</Badge>}
        </p>
      )}
      {title && <p className={styles.title}>{title}</p>}
      {money && <p className={styles.money}>{money}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {notices.map((notice) => (
        <p key={notice} className={styles.notice}>
          {notice}
        </p>
      ))}
      {buttons.length > 0 && (
        <ul className={styles.buttons} aria-label="Buttons on the phone">
          {buttons.map((button) => (
            <li key={button}>{button}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
