import { z } from 'zod';
import { day, id, visibleText } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { versionOf } from './kept-version.ts';
import { NOTICE_KINDS } from './notice-words.ts';
import { reason } from './people.ts';
import { digest, filed, preview } from './preview.ts';

const noticeCode = z.string().regex(/^[\w-]{1,60}$/, 'Write letters, digits, - and _ only.');
const screen = z
  .string()
  .regex(/^\/(?![/\\])\S{0,200}$/, 'A link is the path of a screen, like /activity/turntable.');

const content = {
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  body: z.string(),
  /** The screen of the app that it leads to. */
  link: z.string().nullable(),
  shownFrom: day,
  shownUntil: day,
};

const form = z.object({
  noticeCode,
  kind: z.enum(NOTICE_KINDS),
  title: visibleText(60).refine((text) => text.trim() !== '', 'Write a title.'),
  body: visibleText(400).refine((text) => text.trim() !== '', 'Write what borrowers read.'),
  link: screen.nullable().default(null),
  shownFrom: bookDay,
  shownUntil: bookDay,
});

/** What all borrowers are told: notices, offers after signing in, and declared holidays. */
export const notices = {
  listNotices: {
    output: z.object({
      businessDate: day,
      /** False where this lender tells borrowers none of it. */
      isTold: z.boolean(),
      items: z.array(
        z.object({
          ...versionOf,
          ...content,
          noticeCode,
          state: z.enum(['planned', 'shown', 'over']),
          waitingRequestId: id.nullable(),
        }),
      ),
      /** The public holidays of a year from today, beside the declared ones. */
      holidays: z.array(z.object({ on: day, name: z.string() })),
    }),
  },
  listNoticeVersions: {
    params: z.object({ noticeCode }),
    output: z.object({ items: z.array(z.object({ ...versionOf, ...content })) }),
  },
  previewNotice: {
    body: form,
    output: z.object({
      problem: z.string().nullable(),
      /** Null while there is a problem, or nothing differs. */
      preview: preview.nullable(),
    }),
  },
  askForNotice: { body: form.extend({ reason, digest }), output: filed },
};
