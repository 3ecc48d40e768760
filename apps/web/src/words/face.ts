import { words } from '@thumba/words/catalogue';

export const faceWords = words('face', {
  notNeeded: {
    title: 'You do not need a face check',
    text: 'We do not ask for a picture of your face. You have nothing to do here.',
  },
  notHere: {
    title: 'You cannot do the face check here',
    text: 'You need a face check before you get a loan. This version of Thumba does not have it yet. Please call us.',
  },
  goOn: 'Go to the next step',
});
