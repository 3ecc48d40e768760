import { describe, expect, test } from 'vitest';
import { mtnFile } from './statement.test-support.ts';
import { readStatement } from './statement-file.ts';
import { statementFormats } from './statement-formats.ts';

const { mtn, airtel } = statementFormats;
const line = { reference: '9001', at: '2026-11-21 10:00:05', mobile: '0967123456', amount: '150.50' };
const ourId = '0b5fbd2c-8a64-4c0e-9a3e-9b1c55e2a001';
const read = (bytes: Uint8Array) => readStatement(mtn, bytes);
const oneRow = (changes: object) => {
  const outcome = read(mtnFile([{ ...line, ...changes }]));
  if (!outcome.ok) throw new Error(outcome.refusal.problem);
  return outcome.value[0]!;
};

test('a row of MTN is read with its quoted names, its second Currency column and its Lusaka time', () => {
  expect(oneRow({ ourId: ourId.toUpperCase() })).toMatchObject({
    line: 2,
    operatorReference: '9001',
    namedAttemptId: ourId,
    direction: 'collection',
    outcome: 'succeeded',
    mobile: '0967123456',
    amountNgwee: 15_050,
    at: new Date('2026-11-21T08:00:05Z'),
  });
});

test('a payout is told by its type, its number stands on the other side and its amount may carry a minus', () => {
  expect(oneRow({ direction: 'payout', amount: '-1,000.00' })).toMatchObject({
    direction: 'payout',
    mobile: '0967123456',
    amountNgwee: 100_000,
  });
});

test.each([
  ['a status', { status: 'Reversed' }],
  ['a row of its own', { type: 'Reversal' }],
])('a collection that was given back is one, said by %s', (_how, changes) => {
  expect(oneRow(changes)).toMatchObject({
    direction: 'collection',
    outcome: 'reversed',
    mobile: '0967123456',
  });
});

test('a movement that is no payment has no direction', () => {
  expect(oneRow({ type: 'Bank settlement', amount: '0.00' })).toMatchObject({ direction: null });
});

test('Airtel writes the day first, numbers without a country and statuses in words', () => {
  const file = [
    'Record No,Transaction ID,Reference No,Transaction  Date & Time,Transaction Type,SENDER MOBILE NUMBER,Receiver Mobile Number,Transaction Amount,Currency,Transaction Status,Service Charge,Post Balance',
    `1,MP261121.1000.A00001,${ourId},21-11-2026 00:00:05,Merchant Payment,977123456,900100,"1,150.00",ZMW,Transaction Success,0.00,"1,150.00"`,
    '2,MP261121.1000.A00002,,21-11-2026 10:00:05,Disbursement,900100,977123456,"1,000.00",ZMW,TF,0.00,150.00',
    '',
  ].join('\n');
  expect(readStatement(airtel, Buffer.from(`\uFEFF${file}`))).toMatchObject({
    ok: true,
    value: [
      {
        namedAttemptId: ourId,
        direction: 'collection',
        outcome: 'succeeded',
        mobile: '0977123456',
        amountNgwee: 115_000,
        at: new Date('2026-11-20T22:00:05Z'),
      },
      { namedAttemptId: null, direction: 'payout', outcome: 'failed', mobile: '0977123456' },
    ],
  });
});

describe('a file is refused whole, with the line, when', () => {
  const good = mtnFile([line, { ...line, reference: '9002' }]).toString();
  test.each([
    ['it is empty', '', 1, 'this is no statement of this operator: a header is missing'],
    [
      'it is something else',
      'name,age\nMary,40\n',
      1,
      'this is no statement of this operator: the column Id is missing',
    ],
    ['it has no rows', `${good.split('\r\n')[0]}\r\n`, 1, 'the statement has no rows'],
    ['it ends within a field', good.slice(0, -4), 3, 'the file ends within this line, so it was cut off'],
    ['it ends within a row', good.slice(0, -14), 3, 'the line has more or fewer fields than the header'],
    [
      'it ends within a quote',
      good.slice(0, good.lastIndexOf('"')),
      3,
      'a quote is opened and never closed, so the file was cut off',
    ],
    ['an amount is a word', good.replace(/150\.50(?!.*150)/s, 'many'), 3, 'the amount cannot be read'],
    ['an amount has half a ngwee', good.replace('150.50', '150.505'), 2, 'the amount cannot be read'],
    ['an amount is nothing', good.replace('150.50', '0.00'), 2, 'the amount cannot be read'],
    ['a day does not exist', good.replace('2026-11-21', '2026-02-30'), 2, 'the date cannot be read'],
    ['an hour does not exist', good.replace('10:00:05', '25:00:05'), 2, 'the date cannot be read'],
    ['a status is unknown', good.replace('Successful', 'Queued'), 2, 'the status is none that we know'],
    ['the money is another', good.replace('150.50",ZMW', '150.50",EUR'), 2, 'the currency is not ZMW'],
    ['a row has no reference', good.replace('9001', ''), 2, 'the operator’s reference cannot be read'],
  ])('%s', (_why, text, lineNumber, problem) => {
    expect(read(Buffer.from(text))).toEqual({ ok: false, refusal: { line: lineNumber, problem } });
  });

  test('it is no text', () => {
    const bytes = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe, 0x0a]);
    expect(read(bytes)).toEqual({
      ok: false,
      refusal: { line: 1, problem: 'the file is not text in UTF-8' },
    });
  });
});
