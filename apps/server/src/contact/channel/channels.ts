import { type Database, statement } from '../../platform/database.ts';

/** A way by which borrowers come to the app, with the Android app it installs and the pixel of its advertisements. */
export type Channel = {
  channelCode: string;
  name: string;
  isDefault: boolean;
  pixelId: string | null;
  /** Whether there is an access token for the pixel. Without it nothing is reported. */
  hasPixelToken: boolean;
  apkUrl: string;
  packageName: string;
  intentHost: string;
};

/** The channels as this process last read them. */
export type Channels = {
  /** The channel of a code. The default channel for an unknown code. */
  find(code: string): Channel;
  all(): readonly Channel[];
  refresh(): Promise<void>;
};

/** The channels whose advertisements are measured. No other channel has a pixel. */
export const PIXEL_CHANNELS: readonly string[] = ['WM2', 'H5GPF'];

const listChannelsStatement = statement<Channel>(
  'channel: list',
  `select channel_code as "channelCode", name, is_default as "isDefault", pixel_id as "pixelId",
     pixel_token_sealed is not null as "hasPixelToken", apk_url as "apkUrl", package_name as "packageName", intent_host as "intentHost"
   from channel order by not is_default, channel_code`,
);

export async function openChannels(db: Database): Promise<Channels> {
  let known: Channel[] = [];
  async function refresh(): Promise<void> {
    known = await db.rows(listChannelsStatement, {});
  }
  await refresh();
  return {
    all: () => known,
    refresh,
    find(code) {
      const channel = known.find(({ channelCode }) => channelCode === code) ?? known[0];
      if (!channel) throw new Error('there is no channel, not even a default one');
      return channel;
    },
  };
}

const saveChannelStatement = statement<
  never,
  {
    channelCode: string;
    name: string;
    pixelId: string | null;
    pixelTokenSealed: Buffer | null;
    keepsPixelToken: boolean;
    apkUrl: string;
    packageName: string;
    intentHost: string;
  }
>(
  'channel: save',
  `insert into channel as before (channel_code, name, pixel_id, pixel_token_sealed, apk_url, package_name, intent_host)
   values ($channelCode, $name, $pixelId, $pixelTokenSealed::bytea, $apkUrl, $packageName, $intentHost)
   on conflict (channel_code) do update set name = excluded.name, pixel_id = excluded.pixel_id,
     pixel_token_sealed = case when $keepsPixelToken::boolean and before.pixel_id = excluded.pixel_id
       then before.pixel_token_sealed else excluded.pixel_token_sealed end,
     apk_url = excluded.apk_url, package_name = excluded.package_name, intent_host = excluded.intent_host`,
);

type SavedChannel = Omit<Channel, 'isDefault' | 'hasPixelToken'> & {
  /** Undefined keeps the token of the same pixel. */
  pixelTokenSealed: Buffer | null | undefined;
};

/** Adds a channel or replaces its values. The default channel stays the same. */
export async function saveChannel(db: Database, channel: SavedChannel): Promise<void> {
  await db.rows(saveChannelStatement, {
    channelCode: channel.channelCode,
    name: channel.name,
    pixelId: channel.pixelId,
    pixelTokenSealed: channel.pixelTokenSealed ?? null,
    keepsPixelToken: channel.pixelTokenSealed === undefined,
    apkUrl: channel.apkUrl,
    packageName: channel.packageName,
    intentHost: channel.intentHost,
  });
}
