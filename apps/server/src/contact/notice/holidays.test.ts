import { day, weekdayName } from '@thumba/lending/day';
import { describe, expect, test } from 'vitest';
import { publicHolidays } from './holidays.ts';

const table = (year: number) => publicHolidays(year).map(({ date, name }) => `${date} ${name}`);

describe('the public holidays of Zambia', () => {
  test('of 2026', () => {
    expect(table(2026)).toEqual([
      '2026-01-01 New Year’s Day',
      '2026-03-08 International Women’s Day',
      '2026-03-09 International Women’s Day (observed)',
      '2026-03-12 Youth Day',
      '2026-04-03 Good Friday',
      '2026-04-04 Holy Saturday',
      '2026-04-06 Easter Monday',
      '2026-04-28 Kenneth Kaunda Day',
      '2026-05-01 Labour Day',
      '2026-05-25 Africa Freedom Day',
      '2026-07-06 Heroes’ Day',
      '2026-07-07 Unity Day',
      '2026-08-03 Farmers’ Day',
      '2026-10-18 National Day of Prayer',
      '2026-10-19 National Day of Prayer (observed)',
      '2026-10-24 Independence Day',
      '2026-12-25 Christmas Day',
    ]);
  });

  test('of 2027', () => {
    expect(table(2027)).toEqual([
      '2027-01-01 New Year’s Day',
      '2027-03-08 International Women’s Day',
      '2027-03-12 Youth Day',
      '2027-03-26 Good Friday',
      '2027-03-27 Holy Saturday',
      '2027-03-29 Easter Monday',
      '2027-04-28 Kenneth Kaunda Day',
      '2027-05-01 Labour Day',
      '2027-05-25 Africa Freedom Day',
      '2027-07-05 Heroes’ Day',
      '2027-07-06 Unity Day',
      '2027-08-02 Farmers’ Day',
      '2027-10-18 National Day of Prayer',
      '2027-10-24 Independence Day',
      '2027-10-25 Independence Day (observed)',
      '2027-12-25 Christmas Day',
    ]);
  });

  test.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2028, '2028-04-16'],
    [2035, '2035-03-25'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter Monday of %i follows the Sunday of %s', (year, sunday) => {
    const monday = publicHolidays(year).find(({ name }) => name === 'Easter Monday')!;
    expect(monday.date > sunday && weekdayName(monday.date) === 'Monday').toBe(true);
    expect(publicHolidays(year).find(({ name }) => name === 'Holy Saturday')!.date < day(sunday)).toBe(true);
  });

  test('a year that begins on a Sunday begins work on the Tuesday', () => {
    expect(table(2034).slice(0, 2)).toEqual([
      '2034-01-01 New Year’s Day',
      '2034-01-02 New Year’s Day (observed)',
    ]);
  });
});
