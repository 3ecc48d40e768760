import { z } from 'zod';
import { said } from '../contract-words.ts';
import { id, nothing } from '../fields.ts';

const told = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^\P{Cc}*$/u);

/** The details of a phone that are kept. All other details are dropped here. */
const deviceInfo = z.object({
  deviceid: told(100).min(1),
  appNameDevice: told(60),
  appVersionDevice: told(40),
  deviceTypeDevice: z.enum(['h5', 'Android']),
  language: told(35),
  manufacturer: told(60).optional(),
  model: told(60).optional(),
  osVersion: told(40).optional(),
});

/** Two decimals are about a kilometre. Phones round to them, and nothing more exact is kept. */
const location = z
  .object({
    latitudeLocation: z.number(said('location')).min(-90, said('location')).max(90, said('location')),
    longitudeLocation: z.number(said('location')).min(-180, said('location')).max(180, said('location')),
    northOrSouthLocation: z.enum(['N', 'S'], said('location')),
    eastOrWestLocation: z.enum(['E', 'W'], said('location')),
  })
  .refine(
    ({ latitudeLocation: latitude, northOrSouthLocation: side }) =>
      latitude === 0 || latitude < 0 === (side === 'S'),
    { path: ['northOrSouthLocation'], ...said('location') },
  )
  .refine(
    ({ longitudeLocation: longitude, eastOrWestLocation: side }) =>
      longitude === 0 || longitude < 0 === (side === 'W'),
    { path: ['eastOrWestLocation'], ...said('location') },
  );

export const MOST_MESSAGES = 1000;
const YEAR_2100_MS = 4_102_444_800_000;

const phoneMessage = z.object({
  address: z.string().max(100).meta({ description: 'The sender, as the phone shows it' }),
  body: z.string().max(2000),
  date: z.int().min(0).max(YEAR_2100_MS).meta({ description: 'Milliseconds since 1970, as Android counts' }),
  type: z.union([z.literal(1), z.literal(2)]).meta({ description: '1 received, 2 sent' }),
});

/** More SMS of operators and banks than a phone gets in 90 days. */
const MOST_MESSAGES_READ = 10_000;
const NGWEE_LIMIT = 1_000_000_000_000;
const messageCount = z.int().min(0).max(MOST_MESSAGES_READ);
const movementDay = z.iso.date().nullable();

/** What the Android wrapper reads from SMS on the phone itself. */
const messageFigures = z
  .object({
    windowDays: z.literal(90),
    readCount: messageCount.meta({ description: 'The number of SMS from listed senders that were read' }),
    receivedCount: messageCount,
    receivedNgwee: z
      .int()
      .min(0)
      .max(NGWEE_LIMIT - 1)
      .meta({ description: 'The sum that came in, in ngwee: a hundredth of a kwacha' }),
    spentCount: messageCount,
    firstOn: movementDay.meta({ description: 'The day in Lusaka of the first movement; null without one' }),
    lastOn: movementDay.meta({ description: 'The day in Lusaka of the last movement; null without one' }),
  })
  .refine(({ readCount, receivedCount, spentCount }) => receivedCount + spentCount <= readCount, {
    path: ['readCount'],
  })
  .refine(({ receivedCount, receivedNgwee }) => receivedCount > 0 || receivedNgwee === 0, {
    path: ['receivedNgwee'],
  })
  .refine(
    ({ receivedCount, spentCount, firstOn, lastOn }) =>
      receivedCount + spentCount === 0
        ? firstOn === null && lastOn === null
        : firstOn !== null && lastOn !== null && firstOn <= lastOn,
    { path: ['firstOn'] },
  );

/**
 * The data that a phone sends about its borrower. A call without its consent (`device`, `location`, `messages`) is
 * refused with 501 and `reason` `consent_missing`. A lender that reads no SMS refuses messages with
 * `messages_not_read`.
 */
export const deviceData = {
  addUserGrabInfoToRisk: {
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('device'), info: deviceInfo }),
      z.object({ kind: z.literal('location'), info: location }),
    ]),
    output: nothing,
  },
  addDeviceInfo: {
    body: z.object({
      userId: id,
      type: z
        .union([z.literal(1), z.literal(2)])
        .meta({ description: '1 at each start with a token, 2 right after signing in' }),
      info: deviceInfo,
    }),
    output: nothing,
  },
  saveMessages: {
    body: z.object({ userId: id, appUserMessages: z.array(phoneMessage).max(MOST_MESSAGES) }),
    output: z.object({
      kept: z
        .int()
        .meta({ description: 'The number of SMS from listed senders that were read. No text is kept' }),
    }),
  },
  saveMessageFigures: {
    body: z.object({ userId: id, figures: messageFigures }),
    output: nothing,
  },
};
