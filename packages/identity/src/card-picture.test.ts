import { expect, test } from 'vitest';
import { frontVerdict, isReadWhole, LEAST_CONFIDENCE, sideOf } from './card-picture.ts';
import { textAt } from './read-card.test-support.ts';

const goodLight = { brightness: 180, sharpness: 0.2, glareShare: 0, hasEdges: true };
const field = (text: string, confidence = 0.99) => ({
  text,
  confidence,
  box: { left: 0, top: 0, width: 10, height: 10 },
});
const front = textAt('REPUBLIC OF ZAMBIA NATIONAL REGISTRATION CARD Surname District Village', 40, 40);
const back = textAt('The property of the Government hand it in at a police station', 40, 40);
const letter = textAt('Dear customer your invoice for electricity this month follows below', 40, 40);

test.each([
  ['front', front, {}],
  ['front', [], { idNumber: field('348215/61/1') }],
  ['back', back, {}],
  ['unknown', letter, {}],
  ['unknown', [], {}],
] as const)('a picture is told to be %s', (side, words, fields) => {
  expect(sideOf(words, fields)).toBe(side);
});

test.each([
  ['unread', { words: front, quality: goodLight }],
  ['wrong_side', { words: back, quality: goodLight }],
  ['not_a_card', { words: letter, quality: goodLight }],
  ['not_a_card', { words: [], quality: { ...goodLight, sharpness: 0, hasEdges: false } }],
  ['blurred', { words: [], quality: { ...goodLight, sharpness: 0 } }],
  ['dark', { words: front, quality: { ...goodLight, brightness: 40 } }],
  ['glare', { words: front, quality: { ...goodLight, glareShare: 0.2 } }],
  ['blurred', { words: front, quality: { ...goodLight, sharpness: 0.003 } }],
  ['cut_off', { words: front, quality: { ...goodLight, hasEdges: false } }],
] as const)('a picture that could not be read is told to be %s', (verdict, picture) => {
  expect(frontVerdict({ ...picture, fields: {} })).toBe(verdict);
});

test('a picture that could be read is read, whatever its light', () => {
  const quality = { brightness: 10, sharpness: 0, glareShare: 0.5, hasEdges: false };
  const fields = { idNumber: field('348215/61/1', LEAST_CONFIDENCE) };
  expect(frontVerdict({ words: front, fields, quality })).toBe('read');
});

test('a number below the threshold counts as not read', () => {
  const fields = { idNumber: field('348215/61/1', LEAST_CONFIDENCE - 0.01) };
  expect(frontVerdict({ words: front, fields, quality: goodLight })).toBe('unread');
});

test('a card is read whole when number, both names and birth date are sure', () => {
  const sure = {
    idNumber: field('348215/61/1'),
    firstName: field('Chanda'),
    lastName: field('Banda'),
    birthDate: field('1994-02-28'),
  };
  expect(isReadWhole(sure)).toBe(true);
  expect(isReadWhole({ ...sure, lastName: field('Banda', LEAST_CONFIDENCE - 0.01) })).toBe(false);
  const { birthDate: _unread, ...rest } = sure;
  expect(isReadWhole(rest)).toBe(false);
});
