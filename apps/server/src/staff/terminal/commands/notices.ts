import { type Day, daysBetween, isDay } from '@thumba/lending/day';
import { z } from 'zod';
import { listNotices, NOTICE_KINDS, saveNotice } from '../../../contact/notice/notices.ts';
import { readFormFile } from '../form-file.ts';
import { staffCommand } from '../staff-desk.ts';
import { declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run notices                 every notice, offer and declared holiday, as JSON',
  'npm run notices -- save <file>  adds the one of such JSON, or replaces the one of its code',
];

const day = z.string().refine((text): text is Day => isDay(text), 'there is no such day');
const screen = z
  .string()
  .regex(/^\/(?![/\\])\S{0,200}$/, 'a link is the path of a screen, like /activity/turntable');
const LONGEST_HOLIDAY_DAYS = 31;

const noticeForm = z
  .strictObject({
    noticeCode: z.string().regex(/^[\w-]{1,60}$/),
    kind: z.enum(NOTICE_KINDS),
    title: z.string().min(1).max(60),
    body: z.string().min(1).max(400),
    // Pictures of other sites are not shown: the page may load from its own origin only.
    imageUrl: screen.nullable().default(null),
    link: screen.nullable().default(null),
    shownFrom: day,
    shownUntil: day,
  })
  .refine(({ shownFrom, shownUntil }) => shownFrom <= shownUntil, {
    message: 'it ends before it begins',
    path: ['shownUntil'],
  })
  .refine(({ kind, link }) => kind !== 'marketing' || link !== null, {
    message: 'an offer leads somewhere',
    path: ['link'],
  })
  .refine(
    ({ kind, shownFrom, shownUntil }) =>
      kind !== 'holiday' || daysBetween(shownFrom, shownUntil) < LONGEST_HOLIDAY_DAYS,
    { message: `a holiday lasts at most ${LONGEST_HOLIDAY_DAYS} days`, path: ['shownUntil'] },
  );

export const command = staffCommand({
  purpose: 'lists notices, offers and declared holidays, and saves one',
  recorded: { command: 'notices', actions: ['save'] },
  async atDesk({ db }, [verb, file]) {
    if (verb === undefined) return told(JSON.stringify(await listNotices(db), null, 2));
    if (verb !== 'save' || file === undefined) return declined(...USAGE);
    const read = await readFormFile(file, noticeForm);
    if ('problem' in read) return declined(read.problem);
    await saveNotice(db, read.form);
    return told(`Saved ${read.form.noticeCode}.`);
  },
});
