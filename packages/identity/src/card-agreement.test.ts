import { day } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import { agreesWithCard, cardDifferences, countedBirthDate } from './card-agreement.ts';

const typed = {
  idNumber: '348215/61/1',
  firstName: 'Chanda',
  lastName: "Ng'andu",
  birthDate: '1994-02-28',
};
const read = {
  idNumber: '348215/61/1',
  firstName: 'Chanda Mutale',
  lastName: "Ng'andu",
  birthDate: '1994-02-28',
};

test.each([
  ['the same', {}, []],
  ['the number is another', { idNumber: '348215/61/2' }, ['number']],
  ['the birth date is another', { birthDate: '1994-02-27' }, ['birth_date']],
  ['the surname is another', { lastName: 'Banda' }, ['name']],
  ['the first name is another', { firstName: 'Mutinta' }, ['name']],
  ['both names of the card are typed', { firstName: 'chanda mutale' }, []],
  ['the second name of the card is typed', { firstName: 'Mutale' }, []],
  ['a name is added that is not on the card', { firstName: 'Chanda Grace' }, ['name']],
  ['a sign stands in a name', { firstName: 'Chan.da' }, ['name']],
  ['a sign without width stands in a name', { firstName: 'Chan\u200bda' }, ['name']],
  ['another apostrophe is typed', { lastName: 'Ng´andu' }, []],
  ['a hyphen is typed for a space', { firstName: 'Chanda-Mutale' }, []],
  ['a name is repeated', { firstName: 'Chanda Chanda' }, ['name']],
  ['the fields are exchanged', { firstName: 'Ngandu', lastName: 'Chanda' }, []],
  [
    'all is another',
    { idNumber: '1', lastName: 'B', birthDate: '2000-01-01' },
    ['number', 'name', 'birth_date'],
  ],
])('%s', (_what, changes, differences) => {
  const entered = { ...typed, ...changes };
  expect(cardDifferences(entered, read)).toEqual(differences);
  expect(agreesWithCard(entered, read)).toBe(differences.length === 0);
});

test.each(['idNumber', 'firstName', 'lastName', 'birthDate'] as const)(
  'a card whose %s was not read shows no difference, and agrees with nothing',
  (field) => {
    const { [field]: _unread, ...rest } = read;
    expect(cardDifferences(typed, rest)).toEqual([]);
    expect(agreesWithCard(typed, rest)).toBe(false);
  },
);

test('one part of the name that was read is enough for a difference', () => {
  expect(cardDifferences(typed, { lastName: 'Banda' })).toEqual(['name']);
  expect(cardDifferences(typed, { firstName: 'Mutinta' })).toEqual(['name']);
});

test.each([
  ['2007-06-06', '2009-06-06', false, '2009-06-06'],
  ['2009-06-06', '2007-06-06', false, '2007-06-06'],
  ['2007-06-06', undefined, false, '2007-06-06'],
  ['2007-06-06', '2009-06-06', true, '2007-06-06'],
])(
  'typed %s, card %s, checked by a person %s: the age is counted from %s',
  (entered, onCard, isChecked, counted) => {
    const card = onCard === undefined ? null : { ...read, birthDate: onCard };
    expect(countedBirthDate({ birthDate: day(entered) }, card, { isChecked })).toBe(counted);
  },
);
