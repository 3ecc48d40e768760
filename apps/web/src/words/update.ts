import { words } from './catalogue.ts';

export const updateWords = words('update', {
  updating: 'Updating...',
  ready: 'Ready to work offline',
  asks: {
    title: 'A new version is ready. Update now?',
    text: 'Thumba loads again. What you have typed and not sent yet is lost.',
    update: 'Update now',
    later: 'Later',
  },
});
