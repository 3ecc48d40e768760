import { words } from '@thumba/words/catalogue';

export const oldAnswersWords = words('oldAnswers', {
  notRefreshed: (why: string) => `${why.replace(/[^.?!]$/, '$&.')} What you see may be out of date.`,
});
