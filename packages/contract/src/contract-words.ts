import { words } from '@thumba/words/catalogue';

/** What is wrong with a field that a borrower filled in, or that the app sent. */
export const contractWords = words('field', {
  check: 'Please check what you entered',
  phone: 'Please enter the correct 10-digit phone number（0XXXXXXXXX）',
  /** The code that came by SMS to sign in. */
  code: 'Please enter the verification code',
  stepUpCode: 'Please enter the six digits of the SMS',
  /** Four of the digits of the national registration card. */
  identityDigits: 'Please enter four digits',
  hiddenCharacters: 'Please use only letters, numbers and signs that you can see',
  tooLong: (most: string) => `Please use at most ${most} characters`,
  amount: 'Please enter an amount',
  /** Kwacha is the money of Zambia. It has 100 ngwee. */
  amountPattern: 'Please enter an amount in kwacha and ngwee, like 150.50',
  operator: 'Please choose a mobile-money operator',

  /** A form of the application for a loan: the details of a person, or of their contacts. */
  form: 'There is no such form',
  fillForm: 'Please fill in the form',
  questions: 'Please answer the questions',
  takePicture: 'Please take a picture',
  choosePicture: 'Please choose a picture',
  evidencePictures: 'Please send at most three pictures',
  samePicture: 'Please send each picture once',
  picturePurpose: 'We cannot use this picture',
  /** NRC is the national registration card. */
  nrc: 'Please enter your NRC number',
  nrcPattern: 'Please enter your NRC number like 123456/10/1',
  firstName: 'Please enter your first name',
  lastName: 'Please enter your last name',
  birthDate: 'Please enter your date of birth',
  /** Male or female. */
  gender: 'Please choose',

  readContract: 'Please read the loan contract',
  agreeToContract: 'Please read the loan contract and agree to it first',
  paymentKind: 'There is no such kind of payment',
  /** The reference is a text like “MP260115.1432.B12345” in the operator's SMS about a payment. */
  reference: 'Please enter the reference in the SMS from your mobile-money operator',
  couponKind: 'There is no such kind of coupon',
  /** A document about a loan: its contract, a receipt, a statement. */
  paper: 'Please choose a paper',
  paperPayment: 'Please choose a payment',
  fileKind: 'Please choose a kind of file',

  /** What a complaint is about. */
  topic: 'Please choose what it is about',
  complaint: 'Please tell us what happened',
  complaintTooShort: 'Please tell us what happened, in a sentence or two',
  /** A ticket is a complaint with a number. */
  ticket: 'There is no such ticket',
  consent: 'Please choose what you allow',
  consentAnswer: 'Please say yes or no',
  notifications: 'We cannot send notifications to this phone',
  location: 'We could not read where you are',

  language: 'Please choose a language',

  id: 'This id is not a number',
  page: 'This page is not a number',
  pageSize: 'This page size is not a number',
  events: (most: string) => `This is not an event, nor a list of at most ${most}`,
  phoneWord: 'This word is not one of letters and digits',
});

type Sentences = typeof contractWords;
export type SentenceName = {
  [Name in keyof Sentences]: Sentences[Name] extends string ? Name : never;
}[keyof Sentences];

/** The message of a schema. It is said when an input is refused, in the language of the one who is refused. */
export function said(name: SentenceName): { error: () => string } {
  return { error: () => contractWords[name] };
}
