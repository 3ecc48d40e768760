import { words } from '@thumba/words/catalogue';

/** On home, while the face check is missing. */
export const faceLeftWords = words('faceLeft', {
  title: 'Next: your face check',
  text: 'Before you get a loan, we compare your face with the picture on your NRC. It takes about a minute.',
  action: 'Start the face check',
});
