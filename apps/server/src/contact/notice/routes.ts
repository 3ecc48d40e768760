import type { Answer } from '@thumba/contract/wire';
import { addDays, addYears, type Day, daysBetween } from '@thumba/lending/day';
import type { Database } from '../../platform/database.ts';
import { done } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { holidayWords } from './holiday-words.ts';
import { publicHolidays } from './holidays.ts';
import { findNotices, type Notice } from './notices.ts';

export type NoticeDeps = {
  db: Database;
  today(): Day;
  /** Whether this lender shows notices and holidays. */
  isTold: boolean;
};

type Told = Answer<'getReminder'>;

export function registerNoticeRoutes(server: Server, { db, today, isTold }: NoticeDeps): void {
  serve(server, 'getReminder', async () => {
    const on = today();
    if (!isTold) return done<Told>({ today: on, remind: false, holidaysList: [] });
    const until = addYears(on, 1);
    const notices = await findNotices(db, on, until);
    const holidaysList = holidaysOf(notices, on, until);
    const notice = notices.find(({ kind }) => kind === 'notice');
    const offer = notices.find(({ kind }) => kind === 'marketing');
    return done<Told>({
      today: on,
      remind: holidaysList.some(({ date }) => date === on),
      holidaysList,
      ...(notice && { notice: notice.body }),
      ...(offer && { marketing: marketingView(offer) }),
    });
  });
}

function marketingView({ title, body, imageUrl, link }: Notice): NonNullable<Told['marketing']> {
  return { title, body, ...(imageUrl === null ? {} : { imageUrl }), link: link! };
}

/** The public holidays and the declared ones, in the order of their days. */
function holidaysOf(notices: readonly Notice[], from: Day, until: Day): Told['holidaysList'] {
  const yearly = [Number(from.slice(0, 4)), Number(until.slice(0, 4))]
    .flatMap((year) => publicHolidays(year))
    .map(({ date, name }) => ({ date, name, message: holidayWords.message(name) }));
  const declared = notices
    .filter(({ kind }) => kind === 'holiday')
    .flatMap((notice) =>
      daysFromTo(notice.shownFrom, notice.shownUntil).map((date) => ({
        date,
        name: notice.title,
        message: notice.body,
      })),
    );
  return [...yearly, ...declared]
    .filter(({ date }) => date >= from && date < until)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

function daysFromTo(from: Day, to: Day): Day[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, later) => addDays(from, later));
}
