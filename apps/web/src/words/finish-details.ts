import { words } from './catalogue.ts';

/** Home before the forms are done. */
export const finishDetailsWords = words('finishDetails', {
  title: 'Finish your details',
  step: (step: number, steps: number) => `Step ${step} of ${steps}, about five minutes in all`,
  allDone: 'All steps are done',
  stepsDone: (done: number, steps: number) => `${done} of ${steps} steps done`,
  done: ', done',
  start: 'Start',
  continue: 'Continue',
  forms: {
    identity: { name: 'Identity', detail: 'Photos of your NRC' },
    base: { name: 'Personal information', detail: 'Work, income and address' },
    linkman: { name: 'Emergency contact', detail: 'Two people who know you' },
  },
});
