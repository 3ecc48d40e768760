import { describe, expect, test } from 'vitest';
import { sampleUnList } from './lists.test-support.ts';
import { readCsvList } from './read-csv-list.ts';
import { readUnList } from './read-un-list.ts';

describe('the list of the United Nations', () => {
  test('has its people with all names and birth dates, and no entities', () => {
    const text = sampleUnList([
      {
        reference: 'INi.001',
        names: ['MOSES', 'INVENTED', 'PHIRI'],
        aliases: ['Musa Phiri; M. I. Phiri', 'Moses Piri'],
        birth: { date: '1971-02-03' },
      },
      { reference: 'INi.002', names: ['RUTH', 'O&apos;NOBODY'], birth: { year: '1960' } },
      { reference: 'INi.003', names: ['Nobody Else'], birth: { fromYear: '1950', toYear: '1955' } },
      { reference: 'INi.004', names: ['Without', 'Birth'] },
    ]);
    expect(readUnList(text)).toEqual({
      ok: true,
      value: {
        label: '2026-11-20T23:00:02.221-05:00',
        entries: [
          {
            reference: 'INi.001',
            names: ['MOSES INVENTED PHIRI', 'Musa Phiri', 'M. I. Phiri', 'Moses Piri'],
            births: [{ from: '1971-02-03', to: '1971-02-03' }],
          },
          {
            reference: 'INi.002',
            names: ["RUTH O'NOBODY"],
            births: [{ from: '1960-01-01', to: '1960-12-31' }],
          },
          {
            reference: 'INi.003',
            names: ['Nobody Else'],
            births: [{ from: '1950-01-01', to: '1955-12-31' }],
          },
          { reference: 'INi.004', names: ['Without Birth'], births: [] },
        ],
      },
    });
  });

  test('has one entry for two people under one number, and no birth date where one of them has none', () => {
    const same = (names: string[], birth?: { date: string }) => ({ reference: 'INi.001', names, birth });
    const entriesOf = (text: string) => (readUnList(text) as { value: { entries: unknown } }).value.entries;
    const dated = [
      same(['Ruth', 'Soko'], { date: '1971-02-03' }),
      same(['Rute', 'Soko'], { date: '1972-02-03' }),
    ];
    expect(entriesOf(sampleUnList(dated))).toEqual([
      {
        reference: 'INi.001',
        names: ['Ruth Soko', 'Rute Soko'],
        births: [
          { from: '1971-02-03', to: '1971-02-03' },
          { from: '1972-02-03', to: '1972-02-03' },
        ],
      },
    ]);
    expect(entriesOf(sampleUnList([dated[0]!, same(['Rute', 'Soko'])]))).toMatchObject([{ births: [] }]);
  });

  test.each([
    [
      'years in the wrong order are put in order',
      { fromYear: '1955', toYear: '1950' },
      [{ from: '1950-01-01', to: '1955-12-31' }],
    ],
    ['a date that cannot be read excludes no borrower', { date: 'about 1971' }, []],
    ['a year that cannot be read excludes no borrower', { year: '71' }, []],
  ])('with %s', (_what, birth, births) => {
    const text = sampleUnList([{ reference: 'INi.001', names: ['Ruth', 'Soko'], birth }]);
    expect(readUnList(text)).toMatchObject({ value: { entries: [{ births }] } });
  });

  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><CONSOLIDATED_LIST>&b;</CONSOLIDATED_LIST>';
  const file = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><CONSOLIDATED_LIST/>';
  const inside = (text: string) =>
    `<CONSOLIDATED_LIST dateGenerated="2026-11-20"><INDIVIDUALS>${text}</INDIVIDUALS></CONSOLIDATED_LIST>`;
  test.each([
    ['an entity of its own', bomb, 'document type'],
    ['a document type from a file', file, 'document type'],
    ['an entity that the file does not declare', inside('&secret;'), 'no well-formed XML'],
    ['another first element', '<LIST/>', 'first element'],
    ['an end that is missing', '<CONSOLIDATED_LIST>', 'no well-formed XML'],
    ['no XML', 'reference,name', 'no well-formed XML'],
    ['nothing', '', 'no well-formed XML'],
    ['a person without a name', inside('<INDIVIDUAL><DATAID>1</DATAID></INDIVIDUAL>'), 'no name'],
    [
      'a person without a number',
      inside('<INDIVIDUAL><FIRST_NAME>A</FIRST_NAME></INDIVIDUAL>'),
      'no REFERENCE',
    ],
    ['elements nested without end', inside('<A>'.repeat(100_000)), 'nested too deep'],
    ['no people', inside(''), 'it has no people'],
    ['no date', sampleUnList([]).replace(/dateGenerated="[^"]*"/, ''), 'when it was made'],
    ['a text without end', inside(`<INDIVIDUAL><FIRST_NAME>${'a'.repeat(30_000)}`), 'too long'],
  ])('with %s is refused', (_what, text, why) => {
    expect(readUnList(text)).toEqual({ ok: false, refusal: expect.stringContaining(why) });
  });
});

describe('a list in a CSV file', () => {
  const head = 'reference,name,other_names,birth_date,birth_year,position,source\n';

  test('has its people with other names, birth dates and birth years', () => {
    const text = `${head}D1,Mary Banda,Mary Phiri; M. Banda,1985-03-02,,,gazette\nD2,John Zulu,,,1960,Minister,\nD3,Ruth Soko,,,1960-1962,,\nD4,Nobody,,,,,`;
    expect(readCsvList(text, 'domestic.csv')).toEqual({
      ok: true,
      value: {
        label: 'domestic.csv',
        entries: [
          {
            reference: 'D1',
            names: ['Mary Banda', 'Mary Phiri', 'M. Banda'],
            births: [{ from: '1985-03-02', to: '1985-03-02' }],
          },
          { reference: 'D2', names: ['John Zulu'], births: [{ from: '1960-01-01', to: '1960-12-31' }] },
          { reference: 'D3', names: ['Ruth Soko'], births: [{ from: '1960-01-01', to: '1962-12-31' }] },
          { reference: 'D4', names: ['Nobody'], births: [] },
        ],
      },
    });
  });

  test.each([
    ['no column of names', 'reference,born\nD1,1960', 'column'],
    ['a line without a name', `${head}D1,,,,,,`, 'line 2'],
    ['a reference twice', `${head}D1,A B,,,,,\nD1,C D,,,,,`, 'line 3: the reference D1'],
    ['a birth date that is no day', `${head}D1,A B,,1985-02-30,,,`, 'line 2: a birth date'],
    ['a birth year that is no year', `${head}D1,A B,,,85,,`, 'line 2: a birth date'],
    ['birth years in the wrong order', `${head}D1,A B,,,1986-1984,,`, 'line 2: a birth date'],
    ['no people', head, 'it has no people'],
    ['a name without end', `${head}D1,${'a'.repeat(400)},,,,,`, 'too long'],
  ])('with %s is refused', (_what, text, why) => {
    expect(readCsvList(text, 'x.csv')).toEqual({ ok: false, refusal: expect.stringContaining(why) });
  });
});
