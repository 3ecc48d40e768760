import { words } from '@thumba/words/catalogue';

export const updateWords = words('update', {
  updating: 'Updating...',
  asks: {
    title: 'A new version is ready. Update now?',
    text: 'Thumba will reload. You lose what you typed and did not send.',
    update: 'Update now',
    later: 'Later',
  },
});
