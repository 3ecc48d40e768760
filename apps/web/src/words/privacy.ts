import { plural, words } from '@thumba/words/catalogue';

export const privacyWords = words('privacy', {
  short: 'Short version: we ask only for what a loan needs, tell you why, keep it safe, and never sell it.',
  sections: [
    {
      title: 'Who is responsible',
      list: [],
      paragraphs: [
        'The lender that runs Thumba decides why and how your personal data is used. It is the data controller under the Data Protection Act No. 3 of 2021 of Zambia. In this policy, “we” is that lender. Its name, licence and phone number stand below, under “How to reach us”.',
      ],
    },
    {
      title: 'What we collect',
      list: [
        'Your mobile number, to sign you in and to send you messages about your loan.',
        'Your identity: pictures of the front and back of your national registration card (NRC), its number, your name, date of birth and gender.',
        'What a computer of ours reads on the pictures of your card, beside what you enter.',
        'The name that your mobile-money operator has for your account. We compare it with your card.',
        'For the face check, only if you agree: pictures of your face, and numbers that describe it. A computer of ours compares them with your card and with the faces of other borrowers. In doubt a person looks.',
        'Pictures of your payslip or of your mobile-money statement, only if a person who looks at your application asks for them.',
        'Your situation: work, income, pay day, education, marital status, address, an email address if you give one, and your answers to a few short questions.',
        'Two emergency contacts: their names, numbers and how you know them. We never call them or send them a message about a debt.',
        'Your loans, payments, wallet credit and coupons: what, how much, when, and with which mobile-money account.',
        'What you write to us, and the messages that we send to you.',
        'Each sign-in: when, with which browser or app, the network address, and a random number that stands for this phone.',
        'If you continue with Google: a scrambled number of that Google account, and its email address.',
        'Scrambled forms of the networks that you register and apply from, of the number that gets the money and of your emergency contacts. They cannot be read back. We use them to count how many borrowers share one.',
        'A security log: sign-ins, refused attempts and changes of your account. It holds scrambled networks, and no name and no number.',
        'Which screens of Thumba you open, and what you tap when you sign in, to make it work better. A number that you type there is kept scrambled.',
        'Only if you allow it: the make, system, language and a number of your phone, roughly where you are when you apply, sums from the SMS of operators and banks, and the address at which this phone gets notifications.',
      ],
      paragraphs: ['“Scrambled” means: stored in a form from which the number cannot be read.'],
    },
    {
      title: 'What we do not collect',
      list: [
        'Your mobile-money PIN. You enter it only in your operator’s own prompt.',
        'Your contact list, your call history, and photos that you do not choose yourself.',
        'Your text messages: also if you allow the sums, the texts are not kept.',
        'Where you are, unless you allow it.',
      ],
      paragraphs: [],
    },
    {
      title: 'Why we use it, and what allows us to',
      list: [
        'To decide on your application and to make, pay out and collect your loan: because of the contract that you ask for.',
        'To check who you are, to keep records and to report: because laws on financial services and against money laundering oblige us.',
        'To compare your name and date of birth with public lists of people whom a lender may not serve or has to look at closely: because the same laws oblige us.',
        'To prevent fraud and to keep Thumba safe: because you and we have a legitimate interest in it.',
        'For anything else we ask first, and keep the words of the question with your answer. You can take such a consent back at any time in the settings, as easily as you gave it.',
      ],
      paragraphs: [],
    },
    {
      title: 'Decisions made by a computer',
      list: [],
      paragraphs: [
        'Rules and a points system look at your details and decide on an application. You are told the reasons in plain words. If you think a decision is wrong, write to us under Help: a person reads it and answers you.',
      ],
    },
    {
      title: 'Who else sees it',
      list: [
        'Your mobile-money operator, to pay you and to take a repayment that you approve.',
        'The company that delivers our text messages.',
        'If you allow notifications: the notification service of your browser, which gets them encrypted, or Google for the Android app, which can read them. A reminder names no amount.',
        'If you continue with Google: Google, where you choose the account.',
        'A person who opens the link in a reminder sees what is to be paid, and a part of your name and number.',
        'A person who enters the code of one of your papers sees a summary of that paper and a part of your name.',
        'Companies that run our computers, under contract and only on our instructions.',
        'Auditors, authorities and courts, where the law requires it.',
      ],
      paragraphs: [
        'We do not sell your data. If you came by an advertisement and tick the box that allows it, our server may tell the advertising network that a person registered. It tells no name, no number and nothing about your phone. You can take that back in the settings.',
      ],
    },
    {
      title: 'How we protect it',
      list: [],
      paragraphs: [
        'Your mobile number, your NRC with its pictures, your forms and what you write to us are stored encrypted. The connection to Thumba is encrypted. A new phone sees your details only after a second code. Staff see only what their work needs, and what they decide or change is recorded with their name. If a breach puts you at risk, we tell you and the Data Protection Commissioner without delay.',
      ],
    },
  ],
  /** Stands under “Who else sees it” where the lender hands late loans to agencies. */
  agencies: (names: string) =>
    `If a loan of yours is more than 90 days late, an agency that collects for us may get your name, your number, the language of your messages, what you owe and since when: ${names}. It gets nothing else about you.`,
  /** Stands there where the lender has a credit bureau. */
  bureau: (name: string) =>
    `A credit bureau, ${name}: each month it gets your name, your identity card number, your date of birth, your gender and how your loans stand. We warn you by a message before it is told that a loan is unpaid, and you can dispute that. Only if you allow it, we also ask it what you owe to other lenders.`,
  keeping: {
    title: 'How long we keep it',
    untilDeletion: {
      title: 'While you have an account',
      periods: [
        { label: 'Your details, contacts, messages', value: 'Until you delete your account' },
        { label: 'Pictures of your face', value: '90 days at most' },
        { label: 'Pictures of a payslip or statement', value: '90 days' },
        { label: 'Your face as numbers', value: 'Until you stop allowing it' },
        {
          label: 'Scrambled forms of pictures from the face check',
          value: '400 days, also after you delete your account',
        },
        { label: 'Phone data', value: 'Until you stop allowing it' },
        { label: 'Sign-ins', value: '90 days at most' },
        { label: 'Sign-in codes work for', value: '5 minutes' },
        { label: 'Screens opened and taps', value: '90 days' },
        { label: 'Scrambled networks, numbers and contacts', value: '90 days' },
        { label: 'Pictures that were sent and not used', value: '1 hour' },
        { label: 'Each entry of the security log', value: '400 days' },
      ],
    },
    afterDeletion: {
      title: 'After you delete your account',
      labels: {
        loans: 'Loans and payments with your name or number',
        identity: 'Identity documents, if you applied for a loan',
        complaints: 'Complaints and consents, if you applied',
        number: 'A scrambled form of your number, for the welcome coupon',
        log: 'The security log',
      },
      /** A period that the law asks for. The lender sets it, and the server tells it. */
      years: (years: number) => plural(years, { one: '1 year', other: `${years} years` }),
      /** In the place of the number of years while it is not known. */
      lawYears: 'For the years that the law asks for',
      aYear: '1 year after registering',
      logDays: 'Each entry 400 days',
      note: 'Sums stay in the books without your name. A backup that was made before has your data until the backup is erased.',
    },
  },
  rights: {
    title: 'Your rights',
    list: [
      'To know what we hold about you and to receive a copy: in the settings, under “Your data”.',
      'To have wrong data corrected: enter the form again, or write to us under Help.',
      'To have your data erased: in the settings, “Delete my account”, once no loan is open and your wallet is empty. What the law makes us keep is locked away, used for nothing else, and erased when its years are over.',
      'To object to a use, or to have it restricted: write to us under Help.',
      'To receive your data in a form that you can take elsewhere: the same download, as JSON.',
      'To have a person look at a decision that a computer made: write to us under Help.',
    ],
    paragraphs: [
      'When you write to us, Thumba says by which day you get an answer. All of this is free of charge.',
    ],
  },
  reach: {
    title: 'How to reach us',
    labels: { name: 'Lender', licence: 'Licence', phone: 'Phone', hours: 'Hours' },
    text: 'Write to us under Help, or call and ask for the data protection officer. You may also complain to the Data Protection Commissioner of Zambia at any time.',
  },
  places: {
    title: 'Where it is kept, and changes',
    list: [],
    paragraphs: [
      'Your data is stored in Zambia. It leaves the country only with the safeguards that the Act demands.',
      'This policy is of 30 November 2026. When it changes, the new one stands here with its date.',
    ],
  },
});
