import { words } from '@thumba/words/catalogue';

export const oldAnswersWords = words('oldAnswers', {
  /** `why` is a whole sentence. */
  notRefreshed: (why: string) => `${why} What you see may be out of date.`,
});
