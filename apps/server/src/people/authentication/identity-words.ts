import { words } from '@thumba/words/catalogue';

/** Confirming who a borrower is, with pictures of the national registration card (NRC). */
export const identityWords = words('identityCheck', {
  birthDate: 'Please enter your date of birth as it stands on your NRC',
  loanOpen: 'Your identity cannot be changed while you have a loan',
  no_such_file: 'We could not find this picture. Please take it again.',
  too_many_files: 'You have sent many pictures. Please wait an hour.',
  number_kept: 'Your NRC number can no longer be changed in the app. Please contact us if it is wrong.',
  changed_often_today: 'You have changed your identity details often today. Please try again tomorrow.',
  changed_too_often: 'You have changed your identity details often. Please contact us.',
});
