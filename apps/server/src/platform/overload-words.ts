import { words } from '@thumba/words/catalogue';

/** While more people use the program than it can serve at once. */
export const overloadWords = words('overload', {
  /** `wait` is a time like “3 seconds”. */
  tryAgainIn: (wait: string) => `Many people are using Thumba at the moment. Please try again in ${wait}.`,
  /** The page in place of the app. Its title stands in the tab of the browser. */
  page: {
    title: 'Please wait · Thumba',
    heading: 'Please wait',
    explanation: 'Many people are using Thumba at the moment. This page opens by itself in a few seconds.',
    tryAgain: 'Try again',
  },
});
