import { expect, test } from 'vitest';
import { findRegions } from './regions.ts';

const region = (id: number, name: string) => ({ id, name, parentId: 1, level: 2 });
const regions = [region(1, 'Kapiri Mposhi'), region(2, 'Mpika'), region(3, 'Mporokoso'), region(4, 'Lusaka')];
const names = (typed: string) => findRegions(regions, typed).map(({ name }) => name);

test('a region is found by the start of any word of its name, first words first', () => {
  expect(names('mp')).toEqual(['Mpika', 'Mporokoso', 'Kapiri Mposhi']);
  expect(names(' LUS ')).toEqual(['Lusaka']);
  expect(names('saka')).toEqual([]);
});
