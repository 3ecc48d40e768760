import { words } from '@thumba/words/catalogue';

export const numberWords = words('number', {
  now: 'Your number now',
  about:
    'After the change you log in with the new number, and our messages come to it. Your loans, wallet and limit stay the same.',
  newNumber: 'New mobile number',
  newCode: 'Code sent to the new number',
  oldCode: (mobile: string) => `Code sent to ${mobile}`,
  submit: 'Change my number',
  done: 'Your number is changed',
  noOldPhone: 'I cannot get SMS on the old number',
  hasOldPhone: 'I can get SMS on the old number',
  staff: {
    about:
      'Then a person has to check that it is you. We call you on the new number. Please have your NRC with you.',
    submit: 'Ask for the change',
    title: 'We have your request',
    ticket: 'Your ticket',
    state: 'Open',
    steps: {
      call: 'We call you on the new number, to check that it is you.',
      message:
        'When it is changed, you get an SMS on the new number and log in with it. Until then nothing changes.',
      look: 'See progress in My tickets.',
    },
    tickets: 'My tickets',
  },
});
