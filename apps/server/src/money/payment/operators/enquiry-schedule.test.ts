import type { PaymentDirection } from '@thumba/lending/ledger';
import { expect, test } from 'vitest';
import { airtelEnquirySchedule, mtnEnquirySchedule, scaledSchedule } from './enquiry-schedule.ts';
import type { EnquirySchedule } from './operator.ts';

/** The seconds after sending at which the first enquiries fall, each made on time. */
function enquiryTimes(
  schedule: EnquirySchedule,
  direction: PaymentDirection,
  count: number,
  chance = 0,
): number[] {
  const times: number[] = [];
  let secondsSinceSent = 0;
  for (let enquiriesDone = 0; enquiriesDone < count; enquiriesDone += 1) {
    secondsSinceSent += schedule.nextEnquiryAfterSeconds({
      direction,
      enquiriesDone,
      secondsSinceSent,
      chance,
    });
    times.push(secondsSinceSent);
  }
  return times;
}

test.each(['collection', 'payout'] as const)(
  'MTN is asked often while the prompt is open, then ever more rarely (%s)',
  (direction) => {
    const times = enquiryTimes(mtnEnquirySchedule, direction, 10);
    expect(times).toEqual([10, 30, 70, 130, 190, 250, 310, 430, 670, 1150]);
  },
);

test('payments that began together are asked about at different times: MTN up to twice as soon, Airtel never sooner', () => {
  expect(enquiryTimes(mtnEnquirySchedule, 'collection', 3, 0.5)).toEqual([7.5, 22.5, 52.5]);
  expect(enquiryTimes(airtelEnquirySchedule, 'collection', 3, 0.5)).toEqual([187.5, 225, 300]);
  expect(enquiryTimes(airtelEnquirySchedule, 'payout', 3, 0.5)).toEqual([12.5, 37.5, 87.5]);
});

test('Airtel is asked about a collection at 180, 210, 270 and 390 seconds, then in doubling steps', () => {
  expect(enquiryTimes(airtelEnquirySchedule, 'collection', 6)).toEqual([180, 210, 270, 390, 630, 1110]);
});

test('Airtel is asked about a payout from 10 seconds on', () => {
  expect(enquiryTimes(airtelEnquirySchedule, 'payout', 5)).toEqual([10, 30, 70, 150, 310]);
});

test('an early callback that was no news does not bring the next Airtel enquiry forward', () => {
  const wait = airtelEnquirySchedule.nextEnquiryAfterSeconds({
    direction: 'collection',
    enquiriesDone: 1,
    secondsSinceSent: 20,
    chance: 0,
  });
  expect(wait).toBe(160);
});

test('a server that slept through the schedule asks at once and then takes its steps again', () => {
  const late = { direction: 'collection', enquiriesDone: 0, secondsSinceSent: 4000, chance: 0 } as const;
  expect(airtelEnquirySchedule.nextEnquiryAfterSeconds(late)).toBe(0);
  expect(airtelEnquirySchedule.nextEnquiryAfterSeconds({ ...late, enquiriesDone: 1 })).toBe(30);
  expect(mtnEnquirySchedule.nextEnquiryAfterSeconds({ ...late, enquiriesDone: 3 })).toBe(120);
});

test.each([mtnEnquirySchedule, airtelEnquirySchedule])(
  'an enquiry is never more than a day away',
  (schedule) => {
    for (const direction of ['collection', 'payout'] as const) {
      const wait = schedule.nextEnquiryAfterSeconds({
        direction,
        enquiriesDone: 1000,
        secondsSinceSent: 10_000_000,
        chance: schedule === airtelEnquirySchedule ? 0.5 : 0,
      });
      expect(wait).toBe(86_400);
    }
  },
);

test('two enquiries of the schedule are enough to tell that an operator does not know a collection', () => {
  expect(enquiryTimes(mtnEnquirySchedule, 'collection', 3).at(-1)).toBeGreaterThanOrEqual(
    mtnEnquirySchedule.notFoundAfterSeconds,
  );
  expect(enquiryTimes(airtelEnquirySchedule, 'collection', 2).at(-1)).toBe(
    airtelEnquirySchedule.notFoundAfterSeconds,
  );
});

test.each([mtnEnquirySchedule, airtelEnquirySchedule])(
  'an enquiry without an answer is repeated after 5, 10 and 20 seconds, then on schedule',
  (schedule) => {
    expect([1, 2, 3, 4].map(schedule.afterUnansweredSeconds)).toEqual([5, 10, 20, undefined]);
  },
);

test('a scaled schedule takes every step of the original, each in the same share of its time', () => {
  const quick = scaledSchedule(airtelEnquirySchedule, 0.1);
  expect(enquiryTimes(quick, 'collection', 4)).toEqual([18, 21, 27, 39]);
  expect(enquiryTimes(quick, 'payout', 3)).toEqual([1, 3, 7]);
  expect([1, 2, 3, 4].map(quick.afterUnansweredSeconds)).toEqual([0.5, 1, 2, undefined]);
  expect(quick.notFoundAfterSeconds).toBe(21);
  expect(quick.notFoundGapSeconds).toBe(0.5);
});
