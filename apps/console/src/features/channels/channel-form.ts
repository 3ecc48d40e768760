import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';

type Channel = StaffAnswer<'listChannels'>['items'][number];

/** A channel as it is typed. */
export type ChannelForm = {
  channelCode: string;
  name: string;
  pixelId: string;
  pixelToken: string;
  apkUrl: string;
  apkVersionCode: string;
  apkSha256: string;
  packageName: string;
  intentHost: string;
};

export function formOf(channel: Channel | undefined): ChannelForm {
  return {
    channelCode: channel?.channelCode ?? '',
    name: channel?.name ?? '',
    pixelId: channel?.pixelId ?? '',
    pixelToken: '',
    apkUrl: channel?.apkUrl ?? '',
    apkVersionCode: channel?.apkVersionCode?.toString() ?? '',
    apkSha256: channel?.apkSha256 ?? '',
    packageName: channel?.packageName ?? 'com.thumba.wallet',
    intentHost: channel?.intentHost ?? 'details',
  };
}

/** The form as the call takes it. Null while something is missing. A token that is not written stays as it is. */
export function bodyOf(form: ChannelForm): StaffRequest<'previewChannel'>['body'] | null {
  const { pixelId, pixelToken, apkVersionCode, apkSha256, ...fields } = form;
  const isWhole =
    /^[\w-]{1,60}$/.test(fields.channelCode) &&
    [fields.name, fields.packageName, fields.intentHost].every((text) => text.trim() !== '');
  if (!isWhole) return null;
  const token = pixelToken.trim();
  return {
    ...fields,
    apkUrl: fields.apkUrl.trim(),
    apkVersionCode: versionCodeOf(apkVersionCode.trim()),
    apkSha256: apkSha256.trim() === '' ? null : apkSha256.trim(),
    pixelId: pixelId.trim() === '' ? null : pixelId.trim(),
    ...(token === '' ? {} : { pixelToken: token }),
  };
}

/** Null for an empty field. A text that is no number is 0, which the server refuses: null would remove the version code. */
function versionCodeOf(text: string): number | null {
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : 0;
}
