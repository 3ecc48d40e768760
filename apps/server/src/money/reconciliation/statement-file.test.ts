import { describe, expect, test } from 'vitest';
import { mtnFile } from './statement.test-support.ts';
import { readStatement } from './statement-file.ts';
import { statementFormats } from './statement-formats.ts';

const { mtn, airtel } = statementFormats;
const line = { reference: '9001', at: '2026-11-21 10:00:05', mobile: '0967123456', amount: '150.50' };
const ourId = '0b5fbd2c-8a64-4c0e-9a3e-9b1c55e2a001';
/** Of the processor, so that a busy machine takes no longer. */
const TWO_SECONDS_MICROSECONDS = 2_000_000;
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
    [
      'it ends within a field',
      good.slice(0, -4),
      3,
      'the file ends within this line, so it was cut off: export it again',
    ],
    [
      'it ends within a row',
      good.slice(0, -14),
      3,
      'the line has 15 fields and the header has 17: export the file again',
    ],
    [
      'it ends within a quote',
      good.slice(0, good.lastIndexOf('"')),
      3,
      'a quote is opened and never closed, so the file was cut off: export it again',
    ],
    [
      'an amount is a word',
      good.replace(/150\.50(?!.*150)/s, 'many'),
      3,
      'the amount cannot be read: write it as 1150.50',
    ],
    [
      'an amount has half a ngwee',
      good.replace('150.50', '150.505'),
      2,
      'the amount cannot be read: write it as 1150.50',
    ],
    [
      'an amount is nothing',
      good.replace('150.50', '0.00'),
      2,
      'the amount of a payment is zero: export the file again',
    ],
    [
      'a day does not exist',
      good.replace('2026-11-21', '2026-02-30'),
      2,
      'the date cannot be read: write it as 2026-11-22 10:00:00',
    ],
    [
      'an hour does not exist',
      good.replace('10:00:05', '25:00:05'),
      2,
      'the date cannot be read: write it as 2026-11-22 10:00:00',
    ],
    [
      'a status is unknown',
      good.replace('Successful', 'Queued'),
      2,
      'the status is none that we know: tell the people who keep this program',
    ],
    [
      'the money is another',
      good.replace('150.50",ZMW', '150.50",EUR'),
      2,
      'the currency is not ZMW: leave other accounts out of the export',
    ],
    [
      'a row has no reference',
      good.replace('9001', ''),
      2,
      'the operator’s reference cannot be read: it has 1 to 64 letters, digits and points',
    ],
  ])('%s', (_why, text, lineNumber, problem) => {
    expect(read(Buffer.from(text))).toEqual({ ok: false, refusal: { line: lineNumber, problem } });
  });

  test.each([
    ['lines of one letter', 'a\n'],
    ['ends of lines alone', '\n'],
  ])('it has millions of %s', (_what, text) => {
    const bytes = Buffer.from(mtnFile([]) + text.repeat(4_000_000));
    const before = process.cpuUsage();
    expect(read(bytes)).toEqual({
      ok: false,
      refusal: { line: 500_001, problem: 'the file has more than 500,000 lines: export fewer days' },
    });
    expect(process.cpuUsage(before).user).toBeLessThan(TWO_SECONDS_MICROSECONDS);
  });

  test('it is one endless line', () => {
    const before = process.cpuUsage();
    const problem = 'this is no statement of this operator: the column Id is missing';
    expect(read(Buffer.from('ab,'.repeat(8_000_000)))).toEqual({ ok: false, refusal: { line: 1, problem } });
    expect(process.cpuUsage(before).user).toBeLessThan(TWO_SECONDS_MICROSECONDS);
  });

  test('nearly all of its lines are remarks', () => {
    const quiet = (remarks: number) => Buffer.from(mtnFile([]) + 'printed twice\n'.repeat(remarks));
    expect(read(quiet(100))).toEqual({ ok: true, value: [] });
    expect(read(quiet(101))).toEqual({
      ok: false,
      refusal: { line: 2, problem: 'most lines of the file are no rows of a statement: export it again' },
    });
  });

  test('it is an Excel workbook', () => {
    const bytes = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe, 0x0a]);
    expect(read(bytes)).toEqual({
      ok: false,
      refusal: {
        line: 1,
        problem:
          'the file is an Excel workbook: open it and save it as "CSV UTF-8 (comma delimited)", and import that file',
      },
    });
  });
});

describe('the same rows are read when', () => {
  const rows = [line, { ...line, reference: '9002', at: '2026-11-22 09:30:00', amount: '1,150.50' }];
  const file = mtnFile(rows).toString();
  const expected = rowsOf(mtnFile(rows)).map(({ operatorReference, amountNgwee, at, mobile }) => ({
    operatorReference,
    amountNgwee,
    at,
    mobile,
  }));
  const semicolons = withDelimiter(file, ';');
  const [header, ...body] = file.split('\r\n');
  const dated = (first: string, second: string) =>
    file.replace('2026-11-21 10:00:05', first).replace('2026-11-22 09:30:00', second);
  test.each([
    ['columns are separated by semicolons', semicolons],
    ['columns are separated by tabs', withDelimiter(file, '\t')],
    ['Excel has named its separator', `sep=;\r\n${semicolons}`],
    ['amounts have a decimal comma', semicolons.replace('150.50', '150,50').replace('1,150.50', '1.150,50')],
    ['thousands are separated by spaces', file.replace('1,150.50', '1\u00a0150.50')],
    [
      'amounts name the currency',
      file.replace('"150.50"', '"K150.50"').replace('"1,150.50"', '"ZMW 1,150.50"'),
    ],
    ['amounts are in brackets', file.replace('"150.50"', '"(150.50)"')],
    [
      'there are lines above the column names',
      `Thumba Limited\r\n"Period","1 to 22 November"\r\n\r\n${file}`,
    ],
    ['a row of totals follows', `${file}Total,,,,,,,,,,,"1,301.00",ZMW,,,,\r\n`],
    ['totals have no word', `${file},,,,,,,,,,,"1,301.00",ZMW,,,,\r\n`],
    ['a sentence follows', `${file}\r\nGenerated on 23 November 2026\r\n`],
    [
      'a subtotal stands between',
      [header, body[0], 'Sub-total,,,,,,,,,,,150.50,ZMW,,,,', ...body.slice(1)].join('\r\n'),
    ],
    ['a name has a line break in it', file.replace('Mwale, Chanda', 'Mwale,\nChanda')],
    ['lines end as on old Macs', file.replaceAll('\r\n', '\r')],
    ['the day is first', dated('21/11/2026 10:00:05', '22/11/2026 09:30:00')],
    ['the month is first', dated('11/21/2026 10:00:05 AM', '11/22/2026 9:30 AM')],
    ['months have names', dated('21-Nov-26 10:00:05', '22-Nov-26 9:30')],
    ['days are the numbers of Excel', dated('46347.416724537', '46348.395833333')],
  ])('%s', (_how, text) => {
    expect(rowsOf(Buffer.from(text))).toMatchObject(expected);
  });

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${file}`)],
    ['UTF-16, low byte first', Buffer.from(`\uFEFF${file}`, 'utf16le')],
    ['UTF-16, high byte first', Buffer.from(`\uFEFF${file}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', Buffer.from(file, 'utf16le')],
    ['the same, high byte first', Buffer.from(file, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(file.replaceAll('Mwale', 'Mwalé'), 'latin1')],
  ])('the file is in %s', (_encoding, bytes) => {
    expect(rowsOf(bytes)).toMatchObject(expected);
  });
});

describe('a file that can be read in two ways, or has lost something, is refused:', () => {
  const file = mtnFile([line, { ...line, reference: '9002', at: '2026-11-22 09:30:00' }]).toString();
  const dates = (first: string, second: string) =>
    file.replace('2026-11-21 10:00:05', first).replace('2026-11-22 09:30:00', second);
  test.each([
    [
      'a day that may be a month',
      dates('11/11/2026 10:00', '05/11/2026 09:30'),
      3,
      'it is not clear which number of the date is the month: write it as 2026-11-22 10:00:00',
    ],
    [
      'days and months in both orders',
      dates('21/11/2026 10:00', '11/22/2026 09:30'),
      3,
      'the date cannot be read: write it as 2026-11-22 10:00:00',
    ],
    [
      'dates in two spellings',
      dates('46347.4', '22/11/2026 09:30'),
      3,
      'the date is written in another way than the dates above it: export the file again, and do not save it with Excel',
    ],
    [
      'a reference that Excel shortened',
      file.replace('9002', '7.00E+10'),
      3,
      'Excel has shortened a long number: export the file again, and do not save it with Excel',
    ],
    [
      'a row that ends early',
      `${file}9003\r\n`,
      4,
      'the line has 1 fields and the header has 17: export the file again',
    ],
    [
      'a row that has lost its status',
      file.replace('Successful', ''),
      2,
      'the status is none that we know: tell the people who keep this program',
    ],
    [
      'amounts in two ways',
      file.replace('150.50', '1.150,50'),
      3,
      'the amount cannot be read: write it as 1150.50',
    ],
    [
      'characters that are no text',
      file.replace('Loan', 'Lo\u0001an'),
      2,
      'the line has characters that are no text: export the file again as CSV',
    ],
    ['a PDF', `%PDF-1.7\n${file}`, 1, 'the file is a PDF: export the statement as CSV'],
  ])('%s', (_what, text, lineNumber, problem) => {
    expect(read(Buffer.from(text))).toEqual({ ok: false, refusal: { line: lineNumber, problem } });
  });
});

function rowsOf(bytes: Uint8Array) {
  const outcome = read(bytes);
  if (!outcome.ok) throw new Error(`line ${outcome.refusal.line}: ${outcome.refusal.problem}`);
  return outcome.value;
}

/** The rows of a file with other separators between their fields. */
function withDelimiter(file: string, delimiter: string): string {
  return file.replaceAll(/"([^"]*)"|,/g, (match, quoted) =>
    quoted === undefined ? delimiter : `"${match.slice(1, -1)}"`,
  );
}
