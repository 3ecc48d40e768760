import { words } from '@thumba/words/catalogue';

export const callWords = words('call', {
  offline: 'No connection. Check your internet and try again.',
  unreadable: 'Something went wrong. Please try again in a moment.',
  busy: 'Many people are using Thumba. We will try again in a few seconds...',
  loading: { loggingIn: 'Log In...', sending: 'Sending...', loading: 'Loading...', binding: 'Binding...' },
});
