import { words } from '@thumba/words/catalogue';

export const phoneWords = words('phone', {
  empty: 'Please enter your phone number',
  wrong: 'Please enter the correct 10-digit phone number（0XXXXXXXXX）',
  code: 'Verification code',
  codeEmpty: 'Please enter the verification code',
  obtain: 'Obtain',
  secondsLeft: (seconds: number) => `${seconds}s`,
});
