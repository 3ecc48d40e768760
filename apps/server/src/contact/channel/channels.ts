import { type TwoPeople, twoPeopleOf } from '../../book/two-people.ts';
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
  /** The version code and the SHA-256 of the file at the address. Null where the lender published neither. */
  apkVersionCode: number | null;
  apkSha256: string | null;
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

const CHANNEL_COLUMNS = `channel_code as "channelCode", name, is_default as "isDefault", pixel_id as "pixelId",
  pixel_token_sealed is not null as "hasPixelToken", apk_url as "apkUrl",
  apk_version_code as "apkVersionCode", apk_sha256 as "apkSha256", package_name as "packageName",
  intent_host as "intentHost"`;

const listChannelsStatement = statement<Channel>(
  'channel: list',
  `select ${CHANNEL_COLUMNS} from channel order by not is_default, channel_code`,
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

type NewChannel = Omit<Channel, 'isDefault' | 'hasPixelToken'> & {
  pixelTokenSealed: Buffer | null;
  /** Keeps the token that is there, where the pixel stays the same. */
  keepsPixelToken: boolean;
  seenVersion: number;
  requestId: number;
  publishedBy: string;
  now: Date;
};

const publishChannelStatement = statement<{ version: number }, NewChannel>(
  'channel: publish as approved',
  `with published as (
     insert into channel as before (channel_code, name, pixel_id, pixel_token_sealed, apk_url, apk_version_code,
       apk_sha256, package_name, intent_host, version, published_by, published_at, request_id)
     select $channelCode, $name, $pixelId, $pixelTokenSealed::bytea, $apkUrl, $apkVersionCode::integer,
       $apkSha256, $packageName, $intentHost, $seenVersion::integer + 1, $publishedBy, $now::timestamptz, $requestId
     where coalesce((select version from channel where channel_code = $channelCode), 0) = $seenVersion::integer
       and not exists (select from channel where request_id = $requestId)
     on conflict (channel_code) do update set name = excluded.name, pixel_id = excluded.pixel_id,
       pixel_token_sealed = case when $keepsPixelToken::boolean and before.pixel_id = excluded.pixel_id
         then before.pixel_token_sealed else excluded.pixel_token_sealed end,
       apk_url = excluded.apk_url, apk_version_code = excluded.apk_version_code,
       apk_sha256 = excluded.apk_sha256, package_name = excluded.package_name, intent_host = excluded.intent_host,
       version = excluded.version, published_by = excluded.published_by, published_at = excluded.published_at,
       request_id = excluded.request_id
       where before.version = $seenVersion::integer
     returning version
   )
   select version from published union all select version from channel where request_id = $requestId`,
);

/** Adds a channel or replaces its values; the default channel stays the same. Undefined where it was changed since. */
export async function publishChannel(db: Database, channel: NewChannel): Promise<number | undefined> {
  return (await db.row(publishChannelStatement, channel))?.version;
}

/** A channel with who made its newest version. */
export type KeptChannel = Channel & TwoPeople & { version: number; savedAt: Date; requestId: number | null };

const keptChannelsStatement = statement<KeptChannel>(
  'channel: list with who made them',
  `select ${CHANNEL_COLUMNS}, version, published_at as "savedAt", request_id as "requestId",
     ${twoPeopleOf('channel.request_id')}
   from channel order by not is_default, channel_code`,
);

export function keptChannels(db: Database): Promise<KeptChannel[]> {
  return db.rows(keptChannelsStatement, {});
}
