import { NOTICE_KINDS } from '@thumba/contract/staff/notice-words';
import { type Day, isDay } from '@thumba/lending/day';
import { z } from 'zod';
import { checkReason, REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { listNotices } from '../../../contact/notice/notices.ts';
import { askForNotice } from '../../../contact/notice/staff-notices.ts';
import { fileAtDesk } from '../file-request.ts';
import { readFormFile } from '../form-file.ts';
import { staffCommand } from '../staff-desk.ts';
import { declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run notices                 every notice, offer and declared holiday, as JSON',
  'npm run notices -- save <file> "<reason>"  asks for the one of such JSON; a second person approves',
];

const day = z.string().refine((text): text is Day => isDay(text), 'there is no such day');
const screen = z
  .string()
  .regex(/^\/(?![/\\])\S{0,200}$/, 'a link is the path of a screen, like /activity/turntable');
const noticeForm = z.strictObject({
  noticeCode: z.string().regex(/^[\w-]{1,60}$/),
  kind: z.enum(NOTICE_KINDS),
  title: z.string().min(1).max(60),
  body: z.string().min(1).max(400),
  // Pictures of other sites are not shown: the page may load from its own origin only.
  imageUrl: screen.nullable().default(null),
  link: screen.nullable().default(null),
  shownFrom: day,
  shownUntil: day,
});

export const command = staffCommand({
  purpose: 'lists notices, offers and declared holidays, and asks for one',
  recorded: { command: 'notices', actions: ['save'] },
  async atDesk(desk, [verb, file, ...words]) {
    if (verb === undefined) return told(JSON.stringify(await listNotices(desk.db), null, 2));
    if (verb !== 'save' || file === undefined) return declined(...USAGE);
    const reason = checkReason(words.join(' '));
    if (!reason.ok) return declined(REASON_NEEDED_TEXT);
    const read = await readFormFile(file, noticeForm);
    if ('problem' in read) return declined(read.problem);
    const asked = await askForNotice(desk.db, read.form, reason.value);
    if (asked.ok) return fileAtDesk({ ...desk, staffName: desk.staffName() }, asked.value);
    return declined(
      asked.refusal.kind === 'bad_notice' ? asked.refusal.sentence : 'This is the notice of now.',
    );
  },
});
