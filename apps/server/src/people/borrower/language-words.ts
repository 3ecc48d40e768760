import { words } from '@thumba/words/catalogue';

export const languageWords = words('chosenLanguage', {
  unknown: 'This language is not available. Please choose another one.',
});
