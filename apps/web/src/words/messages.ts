import { words } from '@thumba/words/catalogue';

export const messagesWords = words('messages', {
  today: 'Today',
  yesterday: 'Yesterday',
  isNew: 'New',
  media: { sms: 'SMS', push: 'Notification' },
  empty: {
    title: 'You have no messages yet',
    text: 'The SMS and notifications that we send you are kept here too. Codes are not.',
  },
});
