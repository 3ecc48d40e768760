import { words } from './catalogue.ts';

export const oldAnswersWords = words('oldAnswers', {
  notRefreshed: (why: string) => `${why.replace(/[^.?!]$/, '$&.')} What you see may be out of date.`,
});
