import { words } from './catalogue.ts';

export const questionnaireWords = words('questionnaire', {
  answered: {
    title: 'You have answered these questions',
    text: 'Thank you. There is nothing more to fill in.',
  },
  place: (question: number, questions: number) => `Question ${question} of ${questions}`,
  intro:
    'A few questions that can help your application. They never decide it by themselves, and you can skip them.',
  back: 'Back',
  next: 'Next',
  send: 'Send',
  skip: 'Skip the questions',
  thanks: 'Thank you for your answers',
  yourAnswer: 'Your answer',
  chooseOne: 'Please choose an answer',
  answer: 'Please answer the question',
  number: 'Please enter a number',
});
