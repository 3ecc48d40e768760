import { appFile } from '@thumba/contract/staff/channels';
import { z } from 'zod';
import { checkReason, REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { openChannels } from '../../../contact/channel/channels.ts';
import { askForChannel } from '../../../contact/channel/staff-channels.ts';
import { fileAtDesk } from '../file-request.ts';
import { readFormFile } from '../form-file.ts';
import { staffCommand } from '../staff-desk.ts';
import { declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run channels                 every channel, as JSON',
  'npm run channels -- save <file> "<reason>"  asks for the channel of such JSON; a second person approves',
];

const channelForm = z.strictObject({
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
  ...appFile,
  packageName: z.string().regex(/^\w+(\.\w+)+$/),
  intentHost: z.string().regex(/^[\w.-]{1,100}$/),
});

export const command = staffCommand({
  purpose: 'lists the channels that borrowers come from, and asks for one',
  recorded: { command: 'channels', actions: ['save'] },
  async atDesk(desk, [verb, file, ...words]) {
    if (verb === undefined) {
      const channels = (await openChannels(desk.db)).all();
      return told(JSON.stringify(channels, null, 2));
    }
    if (verb !== 'save' || file === undefined) return declined(...USAGE);
    const reason = checkReason(words.join(' '));
    if (!reason.ok) return declined(REASON_NEEDED_TEXT);
    const read = await readFormFile(file, channelForm);
    if ('problem' in read) return declined(read.problem);
    const { isDefault: _, hasPixelToken: __, ...wanted } = read.form;
    const asked = await askForChannel(desk.db, wanted, reason.value);
    if (asked.ok) return fileAtDesk({ ...desk, staffName: desk.staffName() }, asked.value);
    return declined(
      asked.refusal.kind === 'bad_channel'
        ? `Nothing was asked for. ${asked.refusal.sentence}`
        : 'This is the channel of now.',
    );
  },
});
