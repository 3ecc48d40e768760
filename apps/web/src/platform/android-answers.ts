import type { DeviceInfo, PermissionKind, Permissions, PhoneMessage, Place } from './device.ts';

/*
 * The only place that reads answers of the wrapper. A value has the agreed shape and size, or is `undefined`, which
 * means the same as a refusal. Written by hand, because the library that checks calls is too large for the app.
 */

const MOST_MESSAGES = 500;
const LONGEST_MESSAGE = 2000;
/** The limit for all messages together: what one call can carry. */
const LONGEST_MESSAGES = 150_000;
const YEAR_2100_MS = 4_102_444_800_000;
const PERMISSION_KINDS: readonly PermissionKind[] = [
  'camera',
  'location',
  'messages',
  'calendar',
  'notifications',
];

/** The value of an answer that says it was done. */
export function readAnswer(text: unknown, longest: number): unknown {
  if (typeof text !== 'string' || text.length > longest) return undefined;
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) && answer.ok === true ? answer.value : undefined;
  } catch {
    return undefined;
  }
}

export function readDone(value: unknown): true | undefined {
  return value === true ? true : undefined;
}

export function readGranted(value: unknown): true | undefined {
  return value === 'granted' ? true : undefined;
}

/** Values that are missing or not as agreed are left out. */
export function readPermissions(value: unknown): Permissions | undefined {
  if (!isRecord(value)) return undefined;
  const permissions: Permissions = {};
  for (const kind of PERMISSION_KINDS) {
    const standing = Object.hasOwn(value, kind) ? value[kind] : undefined;
    if (standing === 'granted' || standing === 'denied' || standing === 'prompt')
      permissions[kind] = standing;
  }
  return permissions;
}

export function readDeviceInfo(value: unknown): DeviceInfo | undefined {
  if (!isRecord(value)) return undefined;
  const { deviceId, manufacturer, model, osVersion } = value;
  if (typeof deviceId !== 'string' || !/^[\w.:-]{8,100}$/.test(deviceId)) return undefined;
  if (!isLine(manufacturer, 60) || !isLine(model, 60) || !isLine(osVersion, 40)) return undefined;
  return { deviceId, manufacturer, model, osVersion };
}

export function readPlace(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined;
  const { latitude, longitude } = value;
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return undefined;
  return { latitude, longitude };
}

/** Keeps the messages of these senders only, newest first, whatever the wrapper returns. */
export function readMessages(value: unknown, senders: readonly string[]): PhoneMessage[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const wanted = new Set(senders.map(senderKey));
  const messages: PhoneMessage[] = [];
  let length = 0;
  for (const one of value.slice(0, MOST_MESSAGES) as unknown[]) {
    if (!isRecord(one)) continue;
    const { address, body, date, type } = one;
    if (typeof address !== 'string' || !wanted.has(senderKey(address))) continue;
    if (typeof body !== 'string' || body.length > LONGEST_MESSAGE) continue;
    if (!Number.isInteger(date) || !isWithin(date, YEAR_2100_MS) || date < 0) continue;
    if (type !== 1 && type !== 2) continue;
    length += body.length;
    if (length > LONGEST_MESSAGES) break;
    messages.push({ address, body, date, type });
  }
  return messages;
}

/** Empty where no account was chosen; otherwise of the characters that may stand in a header, where it is sent on. */
export function readAccessToken(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{0,4096}$/.test(value) ? value : undefined;
}

/** Phones and operators write a sender with blanks and capitals as they please. */
function senderKey(sender: string): string {
  return sender.replaceAll(/[\s_-]/g, '').toLowerCase();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLine(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longest && !/\p{C}/u.test(value);
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}
