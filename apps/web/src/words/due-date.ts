import { words } from '@thumba/words/catalogue';

/** A due date in the phone's calendar, and the message after it was entered. */
export const dueDateWords = words('dueDate', {
  title: 'Thumba: repayment due',
  description: (bill: string, address: string) =>
    `Bill ${bill} is due today. What is left to pay is in the app: ${address}`,
  openFile: 'Open the file to add the date to your calendar.',
  added: (day: string) => `${day} is in your calendar.`,
  notAdded: 'Thumba may not use your calendar. Allow it in the settings of your phone, then try again.',
});
