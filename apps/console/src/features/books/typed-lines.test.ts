import { expect, test } from 'vitest';
import { emptyLine, problemsOf, sumsOf, type TypedLine, writtenLines } from './typed-lines.ts';

const line = (key: number, code: string, debit: string, credit: string): TypedLine => ({
  ...{ key, code, debit, credit },
});

test('the sums are those of what is typed so far, to the ngwee', () => {
  const lines = [line(1, '6100', '0.10', ''), line(2, '6200', '1,150.20', ''), line(3, '1000', '', '1150.3')];
  expect(sumsOf(lines)).toEqual({ debit: 1150.3, credit: 1150.3, apart: 0 });
  expect(sumsOf([...lines, line(4, '', 'abc', '2')])).toMatchObject({ credit: 1152.3, apart: 2 });
});

test('each line has an account and one side', () => {
  const problems = problemsOf([
    line(1, '', '5', ''),
    line(2, '1000', '5', '5'),
    line(3, '1000', '', ''),
    line(4, '1000', '0', ''),
    line(5, '1000', '5', ''),
    emptyLine(6),
  ]);
  expect([...problems]).toEqual([
    [1, { code: 'Choose an account.' }],
    [2, { credit: 'A line has one side only.' }],
    [3, { debit: 'Write a debit or a credit.' }],
    [4, { debit: 'Write an amount like 1150.50.' }],
  ]);
});

test('empty lines are not sent', () => {
  expect(writtenLines([line(1, '1000', 'K1,000', ''), emptyLine(2), line(3, '3000', '', '1000')])).toEqual([
    { code: '1000', debit: 1000, credit: null },
    { code: '3000', debit: null, credit: 1000 },
  ]);
});
