import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { keptChannels, PIXEL_CHANNELS } from './channels.ts';
import { askForChannel, subjectOfChannel } from './staff-channels.ts';

export type ChannelStaffDeps = {
  db: Database;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** The requests for channels that wait: their subjects, each with its number. */
  openChannelRequests(): Promise<ReadonlyMap<string, number>>;
};

/** The channels as staff see them, and other values of one by two people. */
export function registerChannelStaffRoutes(server: StaffServer, deps: ChannelStaffDeps): void {
  const { db } = deps;

  serveStaff(server, 'listChannels', async () => {
    const [channels, waiting] = await Promise.all([keptChannels(db), deps.openChannelRequests()]);
    return done({
      items: channels.map((channel) => ({
        ...channel,
        savedAt: channel.savedAt.toISOString(),
        mayHavePixel: PIXEL_CHANNELS.includes(channel.channelCode),
        waitingRequestId: waiting.get(subjectOfChannel(channel.channelCode)) ?? null,
      })),
    });
  });

  serveStaff(server, 'previewChannel', async ({ body }) => {
    const asked = await askForChannel(db, body, 'a preview');
    return done({
      problem: !asked.ok && asked.refusal.kind === 'bad_channel' ? asked.refusal.sentence : null,
      preview: asked.ok ? requestPreview(asked.value) : null,
    });
  });

  serveStaff(server, 'askForChannel', async ({ body }, { person, note }) => {
    const { reason, digest, ...wanted } = body;
    note({ channel: wanted.channelCode });
    const asked = await askForChannel(db, wanted, reason);
    if (asked.ok) return refusalUnlessSeen(asked.value, digest) ?? deps.fileRequest(asked.value, person);
    return asked.refusal.kind === 'bad_channel'
      ? refused(400, asked.refusal.sentence, { reason: 'bad_channel' })
      : refused(409, 'This is the channel of now.', { reason: 'nothing_different' });
  });
}
