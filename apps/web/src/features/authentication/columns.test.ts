import { describe, expect, test } from 'vitest';
import {
  appliedColumns,
  type Column,
  formMessages,
  groupColumns,
  sentColumns,
  startingValues,
} from './columns.ts';

const column = (part: Partial<Column> & Pick<Column, 'columnCode' | 'type'>): Column => ({
  label: part.columnCode,
  required: true,
  ...part,
});

const messageFor = (part: Partial<Column> & Pick<Column, 'type'>, text: string) =>
  formMessages([column({ columnCode: 'field', ...part })], { field: text }).field;

describe('a form drawn from columns', () => {
  test('starts with what was typed before, else with what is known', () => {
    const columns = [
      column({ columnCode: 'monthlyIncome', type: 'money', value: 4500 }),
      column({ columnCode: 'district', type: 'region', value: 1204 }),
      column({ columnCode: 'address', type: 'text' }),
    ];
    expect(startingValues(columns, { monthlyIncome: '', address: 'Plot 12', left: 'over' })).toEqual({
      monthlyIncome: '',
      district: '1204',
      address: 'Plot 12',
    });
  });

  test('leaves out a column while the value that asks for it is not chosen', () => {
    const columns = [
      column({ columnCode: 'employmentType', type: 'select' }),
      column({
        columnCode: 'payDay',
        type: 'number',
        appliesWhen: { columnCode: 'employmentType', values: ['company', 'retired'] },
      }),
    ];
    const codes = (values: Record<string, string>) =>
      appliedColumns(columns, values).map(({ columnCode }) => columnCode);
    expect(codes({})).toEqual(['employmentType']);
    expect(codes({ employmentType: 'farming', payDay: '25' })).toEqual(['employmentType']);
    expect(codes({ employmentType: 'retired' })).toEqual(['employmentType', 'payDay']);
  });

  test('keeps neighbours of one group together', () => {
    const columns = [
      column({ columnCode: 'a', type: 'text', group: 'First contact' }),
      column({ columnCode: 'b', type: 'phone', group: 'First contact' }),
      column({ columnCode: 'c', type: 'text', group: 'Second contact' }),
      column({ columnCode: 'd', type: 'text' }),
    ];
    expect(groupColumns(columns).map(({ heading, columns }) => [heading, columns.length])).toEqual([
      ['First contact', 2],
      ['Second contact', 1],
      [undefined, 1],
    ]);
  });

  test('sends numbers as numbers, days as days and nothing as nothing', () => {
    const columns = [
      column({ columnCode: 'monthlyIncome', type: 'money' }),
      column({ columnCode: 'payDay', type: 'number' }),
      column({ columnCode: 'district', type: 'region' }),
      column({ columnCode: 'startedOn', type: 'date' }),
      column({ columnCode: 'email', type: 'email', required: false }),
      column({ columnCode: 'address', type: 'text' }),
    ];
    const values = {
      monthlyIncome: '4500.50',
      payDay: '25',
      district: '1204',
      startedOn: '2020-5-1',
      email: '',
      address: '  Plot 12 ',
    };
    expect(sentColumns(columns, values).map(({ value }) => value)).toEqual([
      4500.5,
      25,
      1204,
      '2020-05-01',
      null,
      'Plot 12',
    ]);
  });
});

describe('a field', () => {
  test('has to be filled in when it is required, also with more than spaces', () => {
    expect(messageFor({ type: 'text' }, '   ')).toBe('Please fill in this field');
    expect(messageFor({ type: 'select' }, '')).toBe('Please choose one from the list');
    expect(messageFor({ type: 'phone' }, '')).toBe('Please enter your phone number');
    expect(messageFor({ type: 'text', required: false }, '')).toBeUndefined();
  });

  test.each<[Column['type'], string, boolean]>([
    ['email', 'mutinta@example.com', true],
    ['email', 'mutinta@example', false],
    ['money', '4500', true],
    ['money', '4500.50', true],
    ['money', '4500.505', false],
    ['money', '.5', false],
    ['number', '25', true],
    ['number', '2.5', false],
    ['phone', '0977123456', true],
    ['phone', '097712345', false],
    ['date', '1990-5-3', true],
    ['date', '1990-2-30', false],
  ])('of type %s with "%s" is right: %s', (type, text, isRight) => {
    expect(messageFor({ type }, text) === undefined).toBe(isRight);
  });

  test('follows the pattern of its column as a whole', () => {
    const payDay = { type: 'number', pattern: '[1-9]|[12]\\d|3[01]' } as const;
    expect(messageFor(payDay, '31')).toBeUndefined();
    expect(messageFor(payDay, '32')).toBe('Please check what you entered');
    expect(messageFor({ ...payDay, placeholder: 'Day of the month' }, '310')).toBe(
      'Please check this: Day of the month',
    );
    expect(messageFor({ type: 'phone', pattern: '^09\\d{8}$' }, '0123456789')).toBe(
      'Please enter the correct 10-digit phone number（0XXXXXXXXX）',
    );
  });
});
