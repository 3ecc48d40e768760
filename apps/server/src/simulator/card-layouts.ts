/*
 * How the cards of the demonstration look, as data. They are no copies of a real card. The three layouts
 * differ in the places, the words and the letters. Lengths are pixels of a card of 1012 × 638.
 */

export type CardPerson = {
  idNumber: string;
  firstName: string;
  lastName: string;
  /** A day, such as `1994-02-28`. */
  birthDate: string;
  gender: 'M' | 'F';
  district: string;
  village: string;
};

export type CardFont = 'sans' | 'sansBold' | 'serif' | 'serifBold' | 'typewriter' | 'typewriterBold';
export type CardColours = { paper: string; pattern: string; label: string; ink: string };
export type CardField = {
  label: string;
  labelAt: readonly [number, number];
  value: (person: CardPerson) => string;
  valueAt: readonly [number, number];
  valuePixels: number;
  /** A longer value is drawn with narrower letters. */
  widthPixels: number;
};
type Box = { left: number; top: number; width: number; height: number };
type Line = { text: string; at: readonly [number, number]; pixels: number };

export type CardLayout = {
  name: string;
  colours: CardColours;
  fonts: { title: CardFont; label: CardFont; value: CardFont };
  titles: readonly Line[];
  labelPixels: number;
  fields: readonly CardField[];
  portrait: Box;
  signature: Box;
  back: { titles: readonly Line[]; text: readonly string[]; textAt: readonly [number, number]; thumb: Box };
};

export const CARD_WIDTH_PIXELS = 1012;
export const CARD_HEIGHT_PIXELS = 638;

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const parts = (day: string) => day.split('-') as [string, string, string];
const withSlashes = (day: string) => parts(day).reverse().join('/');
const withDots = (day: string) => parts(day).reverse().join('.');
const withMonthName = (day: string) => {
  const [year, month, date] = parts(day);
  return `${date} ${MONTHS[Number(month) - 1]} ${year}`;
};
const sexWord = (gender: 'M' | 'F') => (gender === 'M' ? 'MALE' : 'FEMALE');

/** A label with its value to the right of it. */
function beside(
  label: string,
  value: CardField['value'],
  place: { left: number; baseline: number; valueLeft: number; pixels?: number },
): CardField {
  const { left, baseline, valueLeft, pixels = 32 } = place;
  return {
    label,
    labelAt: [left, baseline],
    value,
    valueAt: [valueLeft, baseline],
    valuePixels: pixels,
    widthPixels: CARD_WIDTH_PIXELS - valueLeft - 30,
  };
}

/** A label with its value below it. */
function below(
  label: string,
  value: CardField['value'],
  place: { left: number; baseline: number; pixels?: number; widthPixels: number },
): CardField {
  const { left, baseline, pixels = 34, widthPixels } = place;
  return {
    label,
    labelAt: [left, baseline],
    value,
    valueAt: [left, baseline + pixels + 4],
    valuePixels: pixels,
    widthPixels,
  };
}

const idNumber = (person: CardPerson) => person.idNumber;
const surname = (person: CardPerson) => person.lastName.toUpperCase();
const otherNames = (person: CardPerson) => person.firstName.toUpperCase();
const district = (person: CardPerson) => person.district.toUpperCase();
const village = (person: CardPerson) => person.village.toUpperCase();

const PORTRAIT_LEFT: CardLayout = {
  name: 'portrait on the left',
  colours: { paper: '#dcebdf', pattern: '#bfdcc8', label: '#2c5a41', ink: '#15201b' },
  fonts: { title: 'sansBold', label: 'sans', value: 'sansBold' },
  titles: [
    { text: 'REPUBLIC OF ZAMBIA', at: [300, 66], pixels: 42 },
    { text: 'NATIONAL REGISTRATION CARD', at: [300, 112], pixels: 34 },
  ],
  labelPixels: 22,
  fields: [
    beside('NRC No.', idNumber, { left: 300, baseline: 182, valueLeft: 500, pixels: 42 }),
    beside('Surname', surname, { left: 300, baseline: 238, valueLeft: 500 }),
    beside('Other names', otherNames, { left: 300, baseline: 290, valueLeft: 500 }),
    beside('Sex', ({ gender }) => gender, { left: 300, baseline: 342, valueLeft: 500 }),
    beside('Date of birth', ({ birthDate }) => withSlashes(birthDate), {
      left: 300,
      baseline: 394,
      valueLeft: 500,
    }),
    beside('Village', village, { left: 300, baseline: 446, valueLeft: 500, pixels: 30 }),
    beside('District', district, { left: 300, baseline: 498, valueLeft: 500, pixels: 30 }),
  ],
  portrait: { left: 36, top: 140, width: 232, height: 300 },
  signature: { left: 50, top: 474, width: 210, height: 80 },
  back: {
    titles: [{ text: 'CONDITIONS OF ISSUE', at: [60, 80], pixels: 34 }],
    text: [
      'This card must be shown to an officer who asks for it.',
      'A person who finds it takes it to the nearest office of',
      'National Registration or to a police station.',
      'Any change of name must be reported within 30 days.',
    ],
    textAt: [60, 150],
    thumb: { left: 720, top: 340, width: 200, height: 220 },
  },
};

const PORTRAIT_RIGHT: CardLayout = {
  name: 'portrait on the right, labels above',
  colours: { paper: '#efe8d6', pattern: '#ded2b2', label: '#6b4a1c', ink: '#1a1712' },
  fonts: { title: 'serifBold', label: 'serif', value: 'typewriterBold' },
  titles: [
    { text: 'REPUBLIC OF ZAMBIA', at: [46, 66], pixels: 44 },
    { text: 'NATIONAL REGISTRATION CARD', at: [46, 112], pixels: 32 },
  ],
  labelPixels: 21,
  fields: [
    below('Registration number', idNumber, { left: 46, baseline: 160, pixels: 42, widthPixels: 620 }),
    below('Surname', surname, { left: 46, baseline: 240, widthPixels: 620 }),
    below('Forenames', otherNames, { left: 46, baseline: 316, widthPixels: 620 }),
    below('Date of birth', ({ birthDate }) => withDots(birthDate), {
      left: 46,
      baseline: 392,
      widthPixels: 300,
    }),
    below('Sex', ({ gender }) => sexWord(gender), { left: 400, baseline: 392, widthPixels: 260 }),
    below('Village', village, { left: 46, baseline: 468, widthPixels: 330 }),
    below('District', district, { left: 400, baseline: 468, widthPixels: 330 }),
  ],
  portrait: { left: 730, top: 130, width: 240, height: 310 },
  signature: { left: 740, top: 480, width: 220, height: 80 },
  back: {
    titles: [{ text: 'NOTES', at: [420, 80], pixels: 36 }],
    text: [
      'The holder keeps this card in good condition.',
      'Loss or damage is reported to the registrar.',
      'Return it to any office of National Registration.',
    ],
    textAt: [90, 160],
    thumb: { left: 90, top: 340, width: 200, height: 220 },
  },
};

const PORTRAIT_MIDDLE: CardLayout = {
  name: 'number above the portrait, typed',
  colours: { paper: '#e3e6ee', pattern: '#c6cde0', label: '#2f3f6b', ink: '#12151d' },
  fonts: { title: 'sansBold', label: 'sansBold', value: 'typewriterBold' },
  titles: [
    { text: 'REPUBLIC OF ZAMBIA', at: [250, 58], pixels: 40 },
    { text: 'NATIONAL REGISTRATION CARD', at: [250, 102], pixels: 33 },
  ],
  labelPixels: 20,
  fields: [
    beside('No.', idNumber, { left: 46, baseline: 172, valueLeft: 110, pixels: 44 }),
    beside('SEX:', ({ gender }) => sexWord(gender), { left: 600, baseline: 172, valueLeft: 690 }),
    beside('NAMES:', otherNames, { left: 370, baseline: 246, valueLeft: 560, pixels: 34 }),
    beside('SURNAME:', surname, { left: 370, baseline: 306, valueLeft: 560, pixels: 34 }),
    beside('BORN:', ({ birthDate }) => withMonthName(birthDate), {
      left: 370,
      baseline: 366,
      valueLeft: 560,
      pixels: 34,
    }),
    beside('VILLAGE:', village, { left: 370, baseline: 426, valueLeft: 560 }),
    beside('DISTRICT:', district, { left: 370, baseline: 486, valueLeft: 560 }),
  ],
  portrait: { left: 56, top: 206, width: 260, height: 330 },
  signature: { left: 420, top: 506, width: 260, height: 70 },
  back: {
    titles: [{ text: 'REGISTRAR OF NATIONAL REGISTRATION', at: [80, 90], pixels: 32 }],
    text: [
      'Issued under the laws of national registration.',
      'It remains the property of the Government.',
      'If found, hand it in at a police station.',
    ],
    textAt: [80, 170],
    thumb: { left: 420, top: 340, width: 190, height: 220 },
  },
};

export const CARD_LAYOUTS: readonly CardLayout[] = [PORTRAIT_LEFT, PORTRAIT_RIGHT, PORTRAIT_MIDDLE];

/** Of the third layout the label of the names is overlooked now and then, and a newcomer of the demo would wait for a person. */
export const SAMPLE_LAYOUTS: readonly CardLayout[] = [PORTRAIT_LEFT, PORTRAIT_RIGHT];
