import { openAnalytics } from '../contact/analytics/events.ts';
import type { YearLender } from './year-lender.ts';
import type { YearPerson } from './year-people.ts';

/** More than all openings of a day. */
const EVENTS_PER_HOUR = 10_000;
/** How often a person has the app opened before they register, and how many others looked at it and left. */
const MOST_OPENINGS = 3;
const MOST_VISITORS = 2;

const OPENED = {
  ...{ deviceType: 3, appName: 'thumba', appVersion: '', pageId: '/home', pageName: 'home' },
  ...{ actionId: 'show', actionName: 'show', value: '' },
};

/** What the app of a day's people reports: that its first page was shown to those who register, and to some who do not. */
export function openOpenings(lender: YearLender): (people: readonly YearPerson[]) => Promise<void> {
  const analytics = openAnalytics({ ...lender, eventsPerAddressPerHour: EVENTS_PER_HOUR });
  return async (people) => {
    await Promise.all(
      people.map(({ number, address, channelCode }) => {
        const openings = 1 + (number % MOST_OPENINGS) + (number % (MOST_VISITORS + 1));
        return analytics.keep({ events: Array(openings).fill(OPENED), address, channelCode });
      }),
    );
  };
}
