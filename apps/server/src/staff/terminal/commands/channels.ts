import { z } from 'zod';
import { openChannels, PIXEL_CHANNELS, saveChannel } from '../../../contact/channel/channels.ts';
import { readFormFile } from '../form-file.ts';
import { staffCommand } from '../staff-desk.ts';
import { declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run channels                 every channel, as JSON',
  'npm run channels -- save <file>  adds the channel of such JSON, or replaces what belongs to it',
];

const channelForm = z
  .strictObject({
    channelCode: z.string().regex(/^[\w-]{1,60}$/),
    name: z.string().min(1).max(100),
    isDefault: z.boolean().optional(),
    pixelId: z
      .string()
      .regex(/^[\w-]{1,40}$/)
      .nullable()
      .default(null),
    /** The access token of the pixel. Left out, the token of the same pixel stays. Null removes it. */
    pixelToken: z
      .string()
      .regex(/^[\w.|-]{1,500}$/)
      .nullable()
      .optional(),
    hasPixelToken: z.boolean().optional(),
    apkUrl: z.union([z.literal(''), z.url({ protocol: /^https$/ })]).default(''),
    packageName: z.string().regex(/^\w+(\.\w+)+$/),
    intentHost: z.string().regex(/^[\w.-]{1,100}$/),
  })
  .refine(({ channelCode, pixelId }) => pixelId === null || PIXEL_CHANNELS.includes(channelCode), {
    message: `only ${PIXEL_CHANNELS.join(' and ')} have a pixel`,
    path: ['pixelId'],
  })
  .refine(({ pixelId, pixelToken }) => pixelId !== null || !pixelToken, {
    message: 'a token needs a pixelId',
    path: ['pixelToken'],
  });

export const command = staffCommand({
  purpose: 'lists the channels that borrowers come from, and saves one',
  recorded: { command: 'channels', actions: ['save'] },
  async atDesk({ db, sealing }, [verb, file]) {
    if (verb === undefined) {
      const channels = (await openChannels(db)).all();
      return told(JSON.stringify(channels, null, 2));
    }
    if (verb !== 'save' || file === undefined) return declined(...USAGE);
    const read = await readFormFile(file, channelForm);
    if ('problem' in read) return declined(read.problem);
    const { pixelToken, ...form } = read.form;
    await saveChannel(db, {
      ...form,
      pixelTokenSealed:
        typeof pixelToken === 'string'
          ? sealing().seal('channel.pixel_token_sealed', { channel_code: form.channelCode }, pixelToken)
          : pixelToken,
    });
    return told(`Saved the channel ${read.form.channelCode}.`);
  },
});
