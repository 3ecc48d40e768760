import { words } from '@thumba/words/catalogue';

export const languageWords = words('language', {
  /** Under the name of a language that can be chosen. */
  draft: 'Draft: not yet read by a native speaker',
  /** Beside the choice, when a draft is chosen. */
  mixed: 'Sentences that are not translated yet are in English.',
  loading: 'Loading the language…',
  failed: 'The language did not load. Check your internet and try again.',
});
