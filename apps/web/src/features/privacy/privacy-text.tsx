import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import styles from './privacy-text.module.css';

type Section = { title: string; paragraphs?: readonly string[]; list?: readonly string[] };

const sections: readonly Section[] = [
  {
    title: 'Who is responsible',
    paragraphs: [
      'The licensed lender that offers loans through Thumba decides why and how your personal data is used. It is the data controller under the Data Protection Act No. 3 of 2021 of Zambia. In this policy, “we” is that lender.',
    ],
  },
  {
    title: 'What we collect',
    list: [
      'Your mobile number, to sign you in and to send you messages about your loan.',
      'Your identity: the front and back of your national registration card (NRC), its number, your name, date of birth and gender.',
      'Your situation: work, income, pay day, education, marital status, address, and an e-mail address if you give one.',
      'Two emergency contacts: their names, numbers and how you know them. We never call them about a debt.',
      'Your loans and payments: what you borrowed and repaid, when, and from which mobile-money account.',
      'Your phone: its type, language, the version of Thumba and a random number that stands for this phone.',
    ],
  },
  {
    title: 'What we do not collect',
    list: [
      'Your mobile-money PIN. You enter it only in your operator’s own prompt.',
      'Your contact list, photos, call history or text messages.',
      'Your location.',
    ],
  },
  {
    title: 'Why we use it, and what allows us to',
    list: [
      'To decide on your application and to make, pay out and collect your loan: because of the contract that you ask for.',
      'To check who you are, to keep records and to report: because laws on financial services and against money laundering oblige us.',
      'To prevent fraud and to keep Thumba safe: because you and we have a legitimate interest in it.',
      'For anything else we ask first. You may take a consent back at any time.',
    ],
  },
  {
    title: 'Decisions made by a computer',
    paragraphs: [
      'Published rules and a points system look at your details and decide on an application. You are told the reasons in plain words. You may ask for a person to look at the decision again, and give your side.',
    ],
  },
  {
    title: 'Who else sees it',
    list: [
      'Your mobile-money operator (MTN, Airtel or Zamtel), to pay you and to take a repayment that you approve.',
      'The operators that deliver our text messages.',
      'Companies that run our computers, under contract and only on our instructions.',
      'Authorities and courts, where the law requires it.',
    ],
    paragraphs: ['We do not sell your data, and nobody receives it for advertising.'],
  },
  {
    title: 'How we protect it',
    paragraphs: [
      'Identity documents, your NRC number and your mobile number are stored encrypted. The connection to Thumba is encrypted. Staff see only what their work needs, and every look is recorded. If a breach puts you at risk, we tell you and the Data Protection Commissioner without delay.',
    ],
  },
];

const keeping = [
  { label: 'An unfinished application', value: '12 months' },
  { label: 'A loan and its payments', value: '10 years after it closes' },
  { label: 'Identity documents', value: '10 years after the last loan' },
  { label: 'Sign-in codes', value: '5 minutes' },
];

const afterKeeping: readonly Section[] = [
  {
    title: 'Your rights',
    list: [
      'To know what we hold about you and to receive a copy.',
      'To have wrong data corrected.',
      'To have data erased that we no longer need or may no longer keep.',
      'To object to a use, or to have it restricted.',
      'To receive your data in a form that you can take elsewhere.',
      'Not to be subject to a decision made only by a computer, where it affects you greatly.',
    ],
    paragraphs: ['We answer within 30 days, free of charge.'],
  },
  {
    title: 'How to reach us',
    paragraphs: [
      'Your loan contract names your lender, with the phone number and hours to call. Ask for its data protection officer. You may also complain to the Data Protection Commissioner of Zambia at any time.',
    ],
  },
  {
    title: 'Where it is kept, and changes',
    paragraphs: [
      'Your data is kept in Zambia. It leaves the country only with the safeguards that the Act demands. When this policy changes, we show the new one in Thumba before it applies.',
    ],
  },
];

export function PrivacyText() {
  return (
    <article className={styles.text}>
      <p className={styles.lead}>
        Short version: we ask only for what a loan needs, tell you why, keep it safe, and never sell it.
      </p>
      {sections.map((section) => (
        <SectionText key={section.title} {...section} />
      ))}
      <section>
        <h2>How long we keep it</h2>
        <Card>
          <Facts facts={keeping} />
        </Card>
      </section>
      {afterKeeping.map((section) => (
        <SectionText key={section.title} {...section} />
      ))}
    </article>
  );
}

function SectionText({ title, paragraphs = [], list = [] }: Section) {
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
