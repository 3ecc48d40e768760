import { words } from './catalogue.ts';

type Section = { title: string; list: string[]; paragraphs: string[] };

const sections: Section[] = [
  {
    title: 'Who is responsible',
    list: [],
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
      'Codes of the network that you register and apply from, of the number that gets the money and of your emergency contacts. They show nothing. We count with them how many borrowers share one, and erase them after ninety days.',
      'Which screens of Thumba are opened and what is tapped when signing in, to make it work better. A number that was typed is turned into a code that shows nothing.',
    ],
    paragraphs: [],
  },
  {
    title: 'What we do not collect',
    list: [
      'Your mobile-money PIN. You enter it only in your operator’s own prompt.',
      'Your contact list, photos or call history.',
      'Your text messages, and where you are, unless you allow it in the settings.',
    ],
    paragraphs: [],
  },
  {
    title: 'Why we use it, and what allows us to',
    list: [
      'To decide on your application and to make, pay out and collect your loan: because of the contract that you ask for.',
      'To check who you are, to keep records and to report: because laws on financial services and against money laundering oblige us.',
      'To prevent fraud and to keep Thumba safe: because you and we have a legitimate interest in it.',
      'For anything else we ask first, in words that are kept with your answer. You may take a consent back at any time in the settings, as easily as you gave it.',
    ],
    paragraphs: [],
  },
  {
    title: 'Decisions made by a computer',
    list: [],
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
    paragraphs: [
      'We do not sell your data, and nobody receives it for advertising. If you came by an advertisement and tick the box that allows it, its network hears from your phone that you registered, without your name or number. You may take that back in the settings.',
    ],
  },
  {
    title: 'How we protect it',
    list: [],
    paragraphs: [
      'Identity documents, your NRC number and your mobile number are stored encrypted. The connection to Thumba is encrypted. Staff see only what their work needs, and every look is recorded. If a breach puts you at risk, we tell you and the Data Protection Commissioner without delay.',
    ],
  },
];

const rights: Section[] = [
  {
    title: 'Your rights',
    list: [
      'To know what we hold about you and to receive a copy: in the settings, under “Your data”.',
      'To have wrong data corrected.',
      'To have your data erased: in the settings, “Delete my account”, once no loan is open and your wallet is empty. What the law makes us keep is locked away, used for nothing else, and erased when its years are over.',
      'To object to a use, or to have it restricted.',
      'To receive your data in a form that you can take elsewhere: the same download, as JSON.',
      'Not to be subject to a decision made only by a computer, where it affects you greatly.',
    ],
    paragraphs: ['We answer within 30 days, free of charge.'],
  },
  {
    title: 'How to reach us',
    list: [],
    paragraphs: [
      'Your loan contract names your lender, with the phone number and hours to call. Ask for its data protection officer. You may also complain to the Data Protection Commissioner of Zambia at any time.',
    ],
  },
  {
    title: 'Where it is kept, and changes',
    list: [],
    paragraphs: [
      'Your data is kept in Zambia. It leaves the country only with the safeguards that the Act demands. When this policy changes, we show the new one in Thumba before it applies.',
    ],
  },
];

export const privacyWords = words('privacy', {
  short: 'Short version: we ask only for what a loan needs, tell you why, keep it safe, and never sell it.',
  sections,
  keeping: {
    title: 'How long we keep it',
    periods: [
      { label: 'Your details, contacts, messages', value: 'Until you delete your account' },
      { label: 'Loans and payments', value: '10 years after that' },
      { label: 'Identity documents', value: '10 years after that, if you applied for a loan' },
      { label: 'Complaints and consents', value: '10 years after that' },
      { label: 'Screens opened and taps', value: '90 days' },
      { label: 'Sign-in codes', value: '5 minutes' },
    ],
  },
  rights,
});
