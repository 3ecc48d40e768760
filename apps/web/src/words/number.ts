import { words } from './catalogue.ts';

export const numberWords = words('number', {
  now: 'Your number now',
  about:
    'You log in with the new number from then on, and our messages come to it. Your loans, wallet and limit stay as they are.',
  newNumber: 'New mobile number',
  newCode: 'Code sent to the new number',
  oldCode: (mobile: string) => `Code sent to ${mobile}`,
  submit: 'Change my number',
  done: 'Your number is changed',
  noOldPhone: 'I cannot get SMS on the old number',
  hasOldPhone: 'I can get SMS on the old number',
  staff: {
    about:
      'Then a person has to see that it is you. We call you on the new number; please have your NRC at hand.',
    submit: 'Ask for the change',
    title: 'We have your request',
    ticket: 'Your ticket',
    state: 'Open',
    steps: {
      call: 'We call you on the new number, to see that it is you.',
      message:
        'Once it is changed, an SMS comes to the new number and you log in with it. Until then nothing changes.',
      look: 'How it stands you see under My tickets.',
    },
    tickets: 'My tickets',
  },
});
