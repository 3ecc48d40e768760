import { words } from '@thumba/words/catalogue';

/** Four questions before the first loan. The answers of a question stand in the order of their numbers. */
export const questionnaireWords = words('questionnaireForm', {
  title: 'Four short questions',
  income: {
    text: 'How long have you had your main source of income?',
    options: ['Less than 6 months', '6 months to 2 years', '2 to 5 years', 'More than 5 years'],
  },
  dependants: {
    text: 'How many people depend on your income?',
    /** The borrower counts too. */
    options: ['Only me', '2 or 3', '4 to 6', 'More than 6'],
  },
  saving: {
    text: 'Do you save money?',
    options: ['Every month', 'Sometimes', 'Not at the moment'],
  },
  earlierLoan: {
    text: 'Have you repaid a loan before?',
    options: ['Yes, on time', 'Yes, with some delay', 'I have not borrowed before'],
  },
  /** Borrowers answered it earlier. They see it in their own data. */
  purpose: {
    text: 'What will you use the loan for?',
    options: [
      'My business or farm',
      'School fees',
      'Health or an emergency',
      'Home and family',
      'Something else',
    ],
  },
  noSuchQuestion: 'There is no such question',
  chooseAnswer: 'Please choose one answer',
  noSuchQuestionnaire: 'There is no such questionnaire',
  answerAll: 'Please answer every question',
  answered: 'You have answered these questions already',
});
