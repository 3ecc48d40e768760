import { words } from './catalogue.ts';

export const messagesWords = words('messages', {
  today: 'Today',
  yesterday: 'Yesterday',
  isNew: 'New',
  media: { sms: 'SMS', push: 'Notification' },
  empty: {
    title: 'You have no messages yet',
    text: 'What we send you by SMS or as a notification is kept here too. Only the codes for logging in are not.',
  },
});
