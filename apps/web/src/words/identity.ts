import { words } from '@thumba/words/catalogue';

export const identityWords = words('identity', {
  done: {
    title: 'We have your NRC',
    text: 'You do not need to send it again.',
    goOn: 'Go to the next step',
  },
  needed: {
    title: 'What we ask for',
    card: 'Your NRC: pictures of both sides, its number, your name, your date of birth and your gender.',
    details:
      'Your marital status, education, work, employer or business, income, pay day, address and, if you like, your email.',
    contacts:
      'The names and mobile numbers of two people who know you, and how you know them. We never call your contacts about a debt.',
    questions:
      'At the end, a few short questions about your income, who depends on it, your savings and earlier loans. You can skip them.',
  },
  confirm: 'Confirm',
  card: {
    title: 'Your NRC',
    text: 'Take a picture of the front and the back of your National Registration Card. Show all four corners. Do not use the flash.',
    front: 'Front of the card',
    back: 'Back of the card',
    kept: 'We keep the pictures of your card encrypted.',
  },
  picture: {
    unreadable: 'Your phone cannot open this picture. Please take another one.',
    received: 'Received',
    /** Stands where the picture was, when the form is opened again. */
    notShown: 'We do not show your picture again.',
    yours: { nrc_front: 'Your picture: front of the card', nrc_back: 'Your picture: back of the card' },
    /** What the phone sees before the picture is sent. */
    doubts: {
      dark: 'The picture is too dark. Take it where there is more light.',
      blurred: 'The picture is blurred. Hold the phone still, a little farther away.',
      glare: 'Light hides a part of the card. Hold the card so that it does not shine.',
      cutOff:
        'A part of the card is outside the picture. Hold the phone farther away, so that all four corners are in it.',
      notACard: 'The picture does not have the shape of a card. Show the whole card and little else.',
    },
    useAnyway: 'Use it anyway',
    sampleCard: (name: string) => `Use the card of ${name}`,
    sendAgain: 'Send it again',
    takeAgain: 'Take it again',
    take: 'Take a picture',
    gallery: 'Gallery',
    preparing: 'Making the picture smaller…',
    sending: (size: string) => `Sending ${size}…`,
    size: (kilobytes: number) => `${kilobytes} kB`,
  },
  reading: 'Reading your card…',
  check: 'Please check each field, and correct what is wrong.',
  /** Below a field. */
  readFromCard: 'Read from your card',
  type: 'Please type these details as they are on your card.',
  says: 'Details on your card',
  idNumber: 'NRC number',
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Date of birth',
  gender: 'Gender',
  female: 'Female',
  male: 'Male',
  missing: {
    front: 'Please take a picture of the front',
    back: 'Please take a picture of the back',
    idNumber: 'Please enter your NRC number',
    idNumberForm: 'Please enter your NRC number like 123456/10/1',
    firstName: 'Please enter your first name',
    lastName: 'Please enter your last name',
    birthDate: 'Please enter your date of birth',
    gender: 'Please choose your gender',
  },
});
