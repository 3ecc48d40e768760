import { expect, test } from 'vitest';
import { type Command, fittingCommands, recentFirst } from './commands.ts';

const command = (text: string, note: string): Command => ({
  name: `${note} ${text}`,
  text,
  note,
  keys: undefined,
  run: () => undefined,
});
const COMMANDS = [
  command('Approve K1,000, after a confirmation', 'This application'),
  command('Waive a charge', 'Change loan 1042'),
  command('Late loans', 'page'),
  command('All payments', 'page'),
  command('Payments', 'page'),
];
const found = (typed: string) => fittingCommands(COMMANDS, typed).map(({ text }) => text);

test('each typed word begins a word of what is found, in any order and case', () => {
  expect(found('pay')).toEqual(['All payments', 'Payments']);
  expect(found('PAYMENTS all')).toEqual(['All payments']);
  expect(found('waive ch')).toEqual(['Waive a charge']);
  expect(found('loan')).toEqual(['Waive a charge', 'Late loans']);
  expect(found('approve application')).toEqual(['Approve K1,000, after a confirmation']);
  expect(found('ayments')).toEqual([]);
});

test('nothing typed shows all of them', () => {
  expect(found('')).toHaveLength(COMMANDS.length);
});

test('a number is that of a record, and finds no action about another one', () => {
  expect(found('1042')).toEqual([]);
  expect(found('0')).toEqual([]);
  expect(found('345678/61/1')).toEqual([]);
});

test('what was used last stands first, and the others keep their order', () => {
  const inOrder = recentFirst(COMMANDS, ['page Payments', 'page of another person', 'page Late loans']);
  expect(inOrder.map(({ text }) => text)).toEqual([
    'Payments',
    'Late loans',
    'Approve K1,000, after a confirmation',
    'Waive a charge',
    'All payments',
  ]);
});
