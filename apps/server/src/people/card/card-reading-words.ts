import { words } from '@thumba/words/catalogue';

/** What came of reading the picture of a national registration card (NRC). */
export const cardReadingWords = words('cardReading', {
  read: 'We read your NRC. Please check each field.',
  read_in_part: 'We read a part of your NRC. Please check each field and fill in the empty ones.',
  unread: 'We could not read your NRC. Please type what stands on it, or take the picture again.',
  not_a_card: 'We see no NRC in this picture. Please take a picture of the front of your NRC.',
  blurred: 'This picture is blurred. Please hold the phone still and take it again.',
  dark: 'This picture is too dark. Please take it again where there is more light.',
  cut_off: 'A part of the card is missing in this picture. Please take it again with the whole card in it.',
  glare: 'Light is reflected by the card. Please tilt it a little and take the picture again.',
  wrong_side: 'This picture shows the back of the card. Please take a picture of the front.',
  back_is_front: 'Both pictures show the front of the card. Please take a picture of the back.',
  /** `wait` is a time like “40 minutes”. */
  tooOften: (wait: string) =>
    `You have sent many pictures of your NRC. Please type what stands on it, or try again in ${wait}.`,
  /** `wait` is a time like “5 seconds”. */
  replaced: (wait: string) =>
    `You sent another picture of your NRC after this one. If you need this one, please try again in ${wait}.`,
  /** The reading ended in the middle. */
  ended: 'We could not read your NRC this time. Please try again, or type what stands on it.',
  busy: 'We are reading many cards at the moment. Please type what stands on your NRC, or try again soon.',
});
