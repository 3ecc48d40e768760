import { afterEach, expect, test } from 'vitest';
import { ENGLISH, plural, takeLanguageFrom, words } from './catalogue.ts';
import { DRAFT_NOTE, type LanguageFile, sentencesOf } from './language-file.ts';
import { languageOf } from './translation.ts';

afterEach(() => takeLanguageFrom(() => ENGLISH));

const polish: LanguageFile = {
  tag: 'pl',
  name: 'Polski',
  englishName: 'Polish',
  isFinished: false,
  note: DRAFT_NOTE,
  sentences: {
    'bill.paid': {
      side: 'app',
      english: '{sum} paid on {day}',
      given: ['sum', 'day'],
      text: '{day}: {sum}',
    },
    'bill.state.daysLeft': {
      side: 'both',
      english: { one: '1 day left', other: '{shown} days left' },
      given: ['days', 'shown'],
      countedBy: 'days',
      text: { one: '1 dzień', few: '{shown} dni (few)', many: '{shown} dni', other: '{shown} dnia' },
    },
    'sms.due': { side: 'server', english: 'Pay {amountNgwee}', text: 'Zapłać {amountNgwee}' },
  },
};

const bill = words('bill', {
  paid: (sum: string, day: string) => `${sum} paid on ${day}`,
  state: {
    daysLeft: (days: number, shown: string) =>
      plural(days, { one: '1 day left', other: `${shown} days left` }),
  },
});

test('a language speaks from its file, and fills the values by their names', () => {
  const language = languageOf('pl', sentencesOf(polish, 'app'));
  takeLanguageFrom(() => language);
  expect(bill.paid('K5.00', '1 May')).toBe('1 May: K5.00');
  expect([1, 3, 5].map((days) => bill.state.daysLeft(days, `${days}`))).toEqual([
    '1 dzień',
    '3 dni (few)',
    '5 dni',
  ]);
});

test('each side gets the sentences that it says, and the shared ones', () => {
  expect(Object.keys(sentencesOf(polish, 'app'))).toEqual(['bill']);
  expect(Object.keys(sentencesOf(polish, 'server'))).toEqual(['bill', 'sms']);
  expect(sentencesOf(polish, 'server').bill).not.toHaveProperty('paid');
});

test('a name in braces that the program does not give stays, because it is filled in later', () => {
  expect(sentencesOf(polish, 'server').sms).toEqual({ due: 'Zapłać {amountNgwee}' });
});
