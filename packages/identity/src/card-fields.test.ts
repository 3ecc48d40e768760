import { expect, test } from 'vitest';
import { fieldValue, findFields, placesOfMissing } from './card-fields.ts';
import { textAt, word } from './read-card.test-support.ts';

const texts = (fields: ReturnType<typeof findFields>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.text]));

const BESIDE = [
  ...textAt('NATIONAL REGISTRATION CARD', 300, 20),
  ...textAt('NRC No. 348215/61/1', 300, 100),
  ...textAt('Surname', 300, 160),
  ...textAt("NG'ANDU", 560, 160),
  ...textAt('Other names', 300, 220),
  ...textAt('CHANDA MUTALE', 560, 220),
  ...textAt('Sex', 300, 280),
  ...textAt('F', 560, 280),
  ...textAt('Date of birth', 300, 340),
  ...textAt('28/02/1994', 640, 340),
  ...textAt('Village', 300, 400),
  ...textAt('MUKUNI', 560, 400),
  ...textAt('District', 300, 460),
  ...textAt('KAPIRI MPOSHI', 560, 460),
];

const BELOW = [
  ...textAt('Registration number', 40, 100),
  ...textAt('348215/61/1', 40, 150),
  ...textAt('Surname', 40, 210),
  ...textAt("NG'ANDU", 40, 250),
  ...textAt('Forenames', 40, 310),
  ...textAt('CHANDA MUTALE', 40, 350),
  ...textAt('Date of birth', 40, 410),
  ...textAt('Sex', 600, 410),
  ...textAt('28.02.1994', 40, 450),
  ...textAt('FEMALE', 600, 450),
  ...textAt('Village', 40, 510),
  ...textAt('District', 600, 510),
  ...textAt('MUKUNI', 40, 550),
  ...textAt('KAPIRI MPOSHI', 600, 550),
];

const WHOLE = {
  idNumber: '348215/61/1',
  lastName: "Ng'andu",
  firstName: 'Chanda Mutale',
  gender: 'F',
  birthDate: '1994-02-28',
  village: 'Mukuni',
  district: 'Kapiri Mposhi',
};

test.each([
  ['beside', BESIDE],
  ['below', BELOW],
])('fields are found whose values stand %s their labels', (_where, words) => {
  expect(texts(findFields(words))).toEqual(WHOLE);
});

test('the order of the words does not matter', () => {
  expect(texts(findFields([...BESIDE].reverse()))).toEqual(WHOLE);
});

test('a label with a wrong letter is recognised, one with three is not', () => {
  const nearly = BESIDE.map((one) => (one.text === 'District' ? { ...one, text: 'Distriet' } : one));
  expect(texts(findFields(nearly)).district).toBe('Kapiri Mposhi');
  const unlike = BESIDE.map((one) => (one.text === 'District' ? { ...one, text: 'Bastrlot' } : one));
  expect(findFields(unlike).district).toBeUndefined();
});

test('a label without a value does not take the value of the label below it', () => {
  const without = BESIDE.filter(({ text }) => text !== 'MUKUNI');
  expect(findFields(without).village).toBeUndefined();
  expect(texts(findFields(without)).district).toBe('Kapiri Mposhi');
});

test('a field is as sure as the least sure of its words', () => {
  const unsure = BESIDE.map((one) => (one.text === 'MUTALE' ? { ...one, confidence: 0.45 } : one));
  expect(findFields(unsure).firstName?.confidence).toBe(0.45);
});

test('what a portrait was taken for is in no field', () => {
  const portrait = [
    { ...word('a)', 480, 150), height: 190, confidence: 0.9 },
    { ...word('WM', 500, 220), confidence: 0.1 },
  ];
  expect(texts(findFields([...BESIDE, ...portrait]))).toEqual(WHOLE);
});

test.each([
  ['beside the label', word('4', 1180, 310)],
  ['between the label and the value below it', word('AIT', 1180, 235)],
])('a piece of a portrait far away %s is no value', (_where, piece) => {
  expect(texts(findFields([...BELOW, piece]))).toEqual(WHOLE);
});

test('a piece of a portrait beside a value does not part it from its label', () => {
  // The value and the label lie on one line, and the piece a little above both.
  const label = { ...word('Surname', 300, 172), height: 18 };
  const piece = word('AM', 60, 150);
  const others = BESIDE.filter(({ text }) => text !== 'Surname');
  expect(texts(findFields([piece, label, ...others]))).toEqual(WHOLE);
});

test('a number whose place reaches into the portrait below it is found', () => {
  const high = BESIDE.map((one) => (one.text === '348215/61/1' ? { ...one, height: 100 } : one));
  const { idNumber } = findFields(high);
  expect(idNumber).toMatchObject({ text: '348215/61/1', box: { top: 100, height: 54 } });
});

test('a date without a label is the birth date if it is the only one', () => {
  const alone = textAt('28 FEB 1994', 300, 300);
  expect(texts(findFields(alone))).toEqual({ birthDate: '1994-02-28' });
  expect(findFields([...alone, ...textAt('03 MAY 2011', 300, 400)])).toEqual({});
});

test('the place of a field is told whose label was found without its value', () => {
  const without = BESIDE.filter(({ text }) => text !== 'F');
  const found = findFields(without);
  const places = placesOfMissing(without, found);
  expect(Object.keys(places)).toEqual(['gender']);
  const { left, top, width, height } = places.gender!;
  // It reaches over the place where the letter stands.
  expect(left).toBeLessThan(560);
  expect(left + width).toBeGreaterThan(580);
  expect([top < 285, top + height > 305]).toEqual([true, true]);
});

test.each([
  ['lastName', "NG 'ANDU", "Ng'andu", 1],
  ['lastName', 'NG’ANDU', "Ng'andu", 1],
  ['lastName', 'MWANSA-BANDA', 'Mwansa-Banda', 1],
  ['lastName', 'BANDA.', 'Banda', 1],
  ['lastName', 'PH1R1', 'Phiri', 0.64],
  ['firstName', 'CHANDA  MUTALE', 'Chanda Mutale', 1],
  ['gender', 'MALE', 'M', 1],
  ['gender', 'FEMA1E', 'F', 0.8],
  ['gender', 'F.', 'F', 1],
] as const)('the %s %j is %s', (field, text, value, certainty) => {
  const read = fieldValue(field, text);
  expect(read?.text).toBe(value);
  expect(read?.certainty).toBeCloseTo(certainty);
});

test.each([
  ['lastName', '=4:'],
  ['lastName', '348215/61/1'],
  ['gender', 'X'],
  ['gender', 'NDOLA'],
  ['idNumber', '28/02/1994'],
  ['birthDate', '348215/61/1'],
] as const)('the %s %j is none', (field, text) => {
  expect(fieldValue(field, text)).toBeUndefined();
});
