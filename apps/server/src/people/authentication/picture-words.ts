import { words } from '@thumba/words/catalogue';

/** Why a picture was not taken. */
export const pictureWords = words('picture', {
  not_a_data_url: 'We could not read this picture. Please choose it again.',
  /** MB is megabytes. */
  too_many_bytes: 'This picture is larger than 6 MB. Please choose a smaller one.',
  not_a_picture: 'Please choose a picture: JPEG, PNG or WebP',
  too_many_pixels: 'This picture has too many pixels. Please choose a smaller one.',
  broken: 'This picture is damaged. Please take it again.',
  not_in_time: 'We are busy and could not read this picture in time. Please send it again.',
  /** `wait` is a time like “5 minutes”. */
  tooManyFromNetwork: (wait: string) => `Too many pictures were sent from your network. Please wait ${wait}.`,
  /** `wait` is a time like “5 seconds”. */
  manyArriving: (wait: string) =>
    `Many pictures are arriving at the moment. Please send it again in ${wait}.`,
  networkSending: (wait: string) =>
    `Your network is sending other pictures at the moment. Please send it again in ${wait}.`,
});
