import { day } from '@thumba/lending/day';
import { tablesOf } from '@thumba/lending/rule-page.test-support';
import { expect, test } from 'vitest';
import { type BirthSpan, bornInYears, bornOn, indexList, likelyHit } from './screening.ts';

const [cases] = tablesOf('screening.md');

function spansOf(text: string): BirthSpan[] {
  if (text === '') return [];
  if (text.includes('-')) return [bornOn(day(text))];
  const [first, last = first] = text.split('–') as [string, string?];
  return [bornInYears(first, last)];
}

test.each(cases!.map((row) => [row('card'), row('list'), row('listed as born'), row] as const))(
  'the page says whether “%s” may be “%s”, listed as born “%s”',
  (card, list, born, row) => {
    const listed = { names: list.split('; '), births: spansOf(born) };
    const person = { name: card, birthOn: day(row('born')) };
    const hit = likelyHit(person, listed);
    expect(hit === undefined ? 'no' : 'yes').toBe(row('hit'));
    expect(String(hit?.distance ?? '')).toBe(row('distance'));
    expect(hit?.birth ?? '').toBe(row('birth date'));
    expect(indexList([listed])(person)).toEqual(hit ? [hit] : []);
  },
);

test('an index finds what a comparison with everyone finds', () => {
  const given = ['Mary', 'Moses', 'Thandiwe', 'Chanda', 'Mwansa', 'Mwanza', 'Given', 'Jose', 'Muhammad'];
  const family = ['Banda', 'Phiri', 'Mulenga', 'Murenga', 'Zulu', 'Hamoonga', 'Firi', 'M.'];
  const people = given.flatMap((first) => family.map((last) => `${first} ${last}`));
  const list = people.map((name) => ({ names: [name], births: [] }));
  const index = indexList(list);
  const birthOn = day('1990-01-01');
  for (const name of people) {
    const found = index({ name, birthOn }).map(({ listedName }) => listedName);
    const expected = list.flatMap((listed) => likelyHit({ name, birthOn }, listed)?.listedName ?? []);
    expect(found.sort()).toEqual(expected.sort());
  }
});
