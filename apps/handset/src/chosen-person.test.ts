import { beforeEach, expect, test } from 'vitest';
import { keepChosenPerson, readChosenPerson, removeChosenPerson } from './chosen-person.ts';
import type { SamplePerson } from './simulator.ts';

const PERSON: SamplePerson = {
  idNumber: '343202/41/1',
  firstName: 'Mutinta',
  lastName: 'Mwansa',
  birthDate: '1992-07-04',
  gender: 'F',
  cardFront: 'data:image/jpeg;base64,Zg==',
  cardBack: 'data:image/jpeg;base64,Yg==',
  face: 'data:image/jpeg;base64,YQ==',
  frames: { left: [], right: [], nod: [] },
};

let kept: Map<string, string>;
let store: Storage;

beforeEach(() => {
  kept = new Map();
  store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage;
});

test('the chosen person is kept under the key that the borrower app reads, until the choice is removed', () => {
  expect(readChosenPerson(store)).toBeUndefined();
  expect(keepChosenPerson(PERSON, store)).toBe(true);
  expect(JSON.parse(kept.get('thumba.samplePerson')!)).toEqual(PERSON);
  expect(readChosenPerson(store)).toEqual(PERSON);
  removeChosenPerson(store);
  expect(kept.size).toBe(0);
});

test('a browser without room keeps the person that was chosen before', () => {
  keepChosenPerson(PERSON, store);
  store.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  expect(keepChosenPerson({ ...PERSON, firstName: 'Bupe' }, store)).toBe(false);
  expect(readChosenPerson(store)).toEqual(PERSON);
});
