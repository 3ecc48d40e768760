import type { AgainReason } from '@thumba/identity/face-verdict';
import { words } from '@thumba/words/catalogue';

/** Matching the face of a borrower to the picture on the identity card (NRC). */
export const faceWords = words('faceCheck', {
  pass: 'Your face matches your card',
  refer: 'A person is looking at it',
  again: 'Please take the pictures again',

  identityFirst: 'Please give your identity card first',
  done: 'You have shown your face for this card already',
  consentMissing: 'Please allow first that we compare your face',
  noSuchChallenge: 'Please start again',
  no_such_file: 'We could not find this picture. Please take it again.',
  too_many_files: 'You have sent many pictures. Please wait an hour.',
  /** `wait` is a time like “5 minutes”. */
  startedOften: (wait: string) => `You have started this often. Please try again in ${wait}.`,
  /** `wait` is a time like “5 minutes”. */
  busy: (wait: string) => `Many faces are being compared just now. Please try again in ${wait}.`,
});

/** What was wrong with the pictures of a face, and what to do. */
export const faceAgainWords: Record<AgainReason, string> = words('faceAgain', {
  no_face: 'We could not see your face. Please look straight at the camera.',
  two_faces: 'We saw more than one face. Please be alone in the picture.',
  too_dark: 'It was too dark. Please turn to the light.',
  too_small: 'Your face was too far away. Please hold the phone closer.',
  turned_away: 'Your face was turned away. Please look straight at the camera first.',
  gesture_missing: 'We could not see each movement. Please turn your head and nod more clearly.',
  not_one_person: 'The pictures did not all look like one person. Please be alone before the camera.',
  too_late: 'The time was over. Please take the pictures again.',
  wrong_order: 'The movements did not come in the order that was asked for. Please take the pictures again.',
  frame_seen_before: 'These pictures were sent before. Please take new ones.',
  does_not_match: 'Your face did not match the picture on your card. Please take the pictures again.',
});
