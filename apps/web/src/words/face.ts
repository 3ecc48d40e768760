import { words } from './catalogue.ts';

export const faceWords = words('face', {
  notNeeded: {
    title: 'No face check is needed',
    text: 'Your lender does not ask for a picture of your face. There is nothing to do here.',
  },
  notHere: {
    title: 'Your face cannot be confirmed here',
    text: 'Your lender asks for a face check before a loan, and this version of Thumba has none. Please call your lender.',
  },
  goOn: 'Go on to the next step',
});
