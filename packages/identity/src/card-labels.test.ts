import { expect, test } from 'vitest';
import { findFields } from './card-fields.ts';
import { labelIn, placesOfLabels, withLabel } from './card-labels.ts';
import { textAt } from './read-card.test-support.ts';

test.each([
  ['Surname', 'SURNAME'],
  ['SURKAME i', 'SURNAME'],
  ['BB Sumame j', 'SURNAME'],
  ['Othernames', 'OTHER NAMES'],
  ['Dustrict', 'DISTRICT'],
  ['J A SEX', 'SEX'],
])('the label in “%s” is %s', (read, label) => {
  expect(labelIn(read)).toBe(label);
});

test.each(['FART Ame sys', 'Eo JE', 'TET a i i', 'Sa', 'Sbmame', ''])('there is no label in “%s”', (read) => {
  expect(labelIn(read)).toBeUndefined();
});

const CARD = [
  ...textAt('NATIONAL REGISTRATION CARD', 300, 20),
  ...textAt('NRC No. 348215/61/1', 300, 100),
  ...textAt('Surname', 300, 160),
  ...textAt('MWANSA', 560, 160),
  ...textAt('CHANDA MUTALE', 560, 220),
];

const boxesOf = (words: typeof CARD) => Object.values(findFields(words)).map(({ box }) => box);

test('a value without a label has one place beside it, as far as the other labels, and one above it', () => {
  const places = placesOfLabels(CARD, boxesOf(CARD)).map(({ place }) => place);
  expect(places).toHaveLength(2);
  const [beside, above] = places;
  expect(beside!.left).toBeGreaterThan(270);
  expect(beside!.left).toBeLessThanOrEqual(300);
  expect(beside!.left + beside!.width).toBeLessThan(560);
  expect(above!.top + above!.height).toBeLessThan(220);
});

test('no label is looked for beside the title, the notes and values that have a label', () => {
  const whole = [...CARD.filter(({ top }) => top < 200), ...textAt('SAMPLE OF A DEMONSTRATION', 300, 560)];
  expect(placesOfLabels(whole, boxesOf(whole))).toEqual([]);
});

test('no labels are looked for on a page with many words', () => {
  const page = Array.from({ length: 9 }, (_, line) => textAt('MANY WORDS', 60, 40 + line * 60)).flat();
  expect(placesOfLabels(page, [])).toEqual([]);
});

test('with the label that was read in its place, a field is found that was not found before', () => {
  expect(findFields(CARD).firstName).toBeUndefined();
  const [beside] = placesOfLabels(CARD, boxesOf(CARD));
  const labelled = withLabel([...CARD, ...textAt('Uherrams', 300, 220)], beside!, 'OTHER NAMES');
  expect(findFields(labelled).firstName?.text).toBe('Chanda Mutale');
});

test('an unsure NAME is not taken for a label, so a surname does not become a first name', () => {
  const end = textAt('name', 340, 160).map((word) => ({ ...word, confidence: 0.4 }));
  const words = [...end, ...textAt('MWANSA', 560, 160), ...textAt('Other names', 300, 220)];
  expect(findFields([...words, ...textAt('CHANDA', 560, 220)]).firstName?.text).toBe('Chanda');
  expect(findFields(words).firstName).toBeUndefined();
});

test('of two labels of a field the longer one counts', () => {
  const words = [
    ...textAt('name', 340, 160),
    ...textAt('MWANSA', 560, 160),
    ...textAt('Other names', 300, 220),
  ];
  expect(findFields([...words, ...textAt('CHANDA', 560, 220)]).firstName?.text).toBe('Chanda');
});
