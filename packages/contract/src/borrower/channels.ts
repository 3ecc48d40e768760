import { z } from 'zod';
import { contractWords } from '../contract-words.ts';
import { day, deviceType, nothing } from '../fields.ts';

const label = z.string().max(100).default('');

/** An event on a screen, for statistics. */
const analyticsEvent = z.object({
  deviceType,
  appName: label,
  appVersion: label,
  pageId: z.string().min(1).max(100),
  pageName: label,
  actionId: z.string().min(1).max(100),
  actionName: label,
  value: z
    .string()
    .max(200)
    .default('')
    .meta({ description: 'Of a mobile number only a keyed hash is kept' }),
});

const MOST_EVENTS = 1000;

const holiday = z.object({ date: day, name: z.string(), message: z.string() });

const marketing = z.object({
  title: z.string(),
  body: z.string(),
  imageUrl: z.string().optional(),
  link: z.string().meta({ description: 'A screen of the app' }),
});

export const channels = {
  queryByChannelCode: {
    params: z.object({ code: z.string().min(1).max(100) }),
    output: z.object({
      channelCode: z
        .string()
        .meta({ description: 'The code of the default channel when the requested one is unknown' }),
      name: z.string(),
      pixelId: z.string().optional(),
      pixelUrl: z
        .string()
        .optional()
        .meta({ description: 'Not sent any more: the server reports to the network, and no page does' }),
      pixelConsent: z
        .object({ wordingVersion: z.int(), wording: z.string() })
        .optional()
        .meta({ description: 'The consent that is needed before the network hears of a registration' }),
      apkUrl: z.string().meta({ description: 'Empty when there is none' }),
      apkVersionCode: z
        .int()
        .optional()
        .meta({ description: 'The version code of the file at `apkUrl`, if the lender published it' }),
      apkSha256: z
        .string()
        .optional()
        .meta({ description: 'The SHA-256 of the file at `apkUrl`, always beside its version code' }),
      packageName: z.string(),
      intentHost: z.string(),
    }),
  },
  buriedPointV2: {
    body: z.union([analyticsEvent, z.array(analyticsEvent).min(1).max(MOST_EVENTS)], {
      error: () => contractWords.events(String(MOST_EVENTS)),
    }),
    output: nothing,
  },
  getReminder: {
    output: z.object({
      today: day.meta({ description: 'The business day' }),
      remind: z.boolean().meta({ description: 'Whether today is one of the holidays' }),
      holidaysList: z
        .array(holiday)
        .meta({ description: 'The holidays of the next twelve months, in order' }),
      notice: z.string().optional(),
      marketing: marketing.optional(),
    }),
  },
};
