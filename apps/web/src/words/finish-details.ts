import { plural, words } from '@thumba/words/catalogue';

/** Home before the forms are done. */
export const finishDetailsWords = words('finishDetails', {
  title: 'Finish your details',
  step: (step: number, steps: number) => `Step ${step} of ${steps}. All steps take about five minutes.`,
  allDone: 'All steps are done',
  stepsDone: (done: number, steps: number) => `${done} of ${steps} steps done`,
  done: ', done',
  start: 'Start',
  continue: 'Continue',
  /** Below the button, when the first form was left half filled in. “Thumba” is the app. */
  kept: 'This phone keeps what you typed until you close Thumba.',
  forms: {
    identity: { name: 'Identity', detail: 'Pictures of your NRC' },
    base: { name: 'Personal information', detail: 'Work, income and address' },
    linkman: { name: 'Emergency contact', detail: 'Two people who know you' },
  },
  questions: {
    name: 'Questionnaire',
    detail: (questions: number) =>
      plural(questions, {
        one: `${questions} short question (optional)`,
        other: `${questions} short questions (optional)`,
      }),
  },
  face: { name: 'Face check', detail: 'When you apply for a loan' },
});
