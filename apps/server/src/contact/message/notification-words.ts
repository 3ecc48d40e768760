import { words } from '@thumba/words/catalogue';

/** Other people may see the screen of the phone, so no text names a sum or says that the borrower is late. */
export const notificationWords = words('notification', {
  bill: (dueOn: string) => `Please look at your bill of ${dueOn}. Open Thumba to see it.`,
  security: 'Something happened on your account. Was it you? Open Thumba to see it.',
});
