import { words } from '@thumba/words/catalogue';

export const questionnaireWords = words('questionnaire', {
  answered: {
    title: 'You have answered these questions',
    text: 'Thank you. There is nothing more to fill in.',
  },
  inStep: (step: string, place: string) => `${step} · ${place}`,
  place: (question: number, questions: number) => `Question ${question} of ${questions}`,
  intro: 'Your answers can help your application. They never decide it alone. You can skip the questions.',
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
