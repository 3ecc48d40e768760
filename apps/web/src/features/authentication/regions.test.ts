import { expect, test } from 'vitest';
import { districtsOf, findDistricts } from './regions.ts';

const districts = ['Kapiri Mposhi', 'Mpika', 'Mporokoso', 'Lusaka'].map((name, id) => ({ id, name }));
const names = (typed: string) => findDistricts(districts, typed).map(({ name }) => name);

test('a district is found by the start of any word of its name, first words first', () => {
  expect(names('mp')).toEqual(['Mpika', 'Mporokoso', 'Kapiri Mposhi']);
  expect(names(' LUS ')).toEqual(['Lusaka']);
  expect(names('saka')).toEqual([]);
});

test('a district knows its province', () => {
  expect(
    districtsOf([
      { id: 1, name: 'Central', districts: [{ id: 101, name: 'Chibombo' }] },
      { id: 5, name: 'Lusaka', districts: [{ id: 503, name: 'Kafue' }] },
    ]),
  ).toEqual([
    { id: 101, name: 'Chibombo', province: 'Central' },
    { id: 503, name: 'Kafue', province: 'Lusaka' },
  ]);
});
