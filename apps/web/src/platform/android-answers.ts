import type { DeviceInfo, MessageFigures, PermissionKind, Permissions, Place } from './device.ts';

/*
 * The only place that reads answers of the wrapper. A value has the agreed shape and size, or is `undefined`, which
 * means the same as a refusal. Written by hand, because the library that checks calls is too large for the app.
 */

const MOST_MESSAGES_READ = 10_000;
const MOST_NGWEE = 999_999_999_999;
const PERMISSION_KINDS: readonly PermissionKind[] = [
  'camera',
  'location',
  'messages',
  'calendar',
  'notifications',
];

/** The value of an answer that says it was done. */
export function readAnswer(text: unknown, longest: number): unknown {
  const answer = readRecord(text, longest);
  return answer?.ok === true ? answer.value : undefined;
}

/** The word of an answer that says it was not done. */
export function readError(text: unknown, longest: number): unknown {
  const answer = readRecord(text, longest);
  return answer?.ok === false ? answer.error : undefined;
}

function readRecord(text: unknown, longest: number): Record<string, unknown> | undefined {
  if (typeof text !== 'string' || text.length > longest) return undefined;
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? answer : undefined;
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

export function readMessageFigures(value: unknown): MessageFigures | undefined {
  if (!isRecord(value)) return undefined;
  const { windowDays, readCount, receivedCount, receivedNgwee, spentCount, firstOn, lastOn } = value;
  if (windowDays !== 90 || !isCount(readCount, MOST_MESSAGES_READ)) return undefined;
  if (!isCount(receivedCount, readCount) || !isCount(spentCount, readCount - receivedCount)) return undefined;
  if (!isCount(receivedNgwee, receivedCount === 0 ? 0 : MOST_NGWEE)) return undefined;
  const figures = { windowDays, readCount, receivedCount, receivedNgwee, spentCount } as const;
  if (receivedCount + spentCount === 0)
    return firstOn === null && lastOn === null ? { ...figures, firstOn, lastOn } : undefined;
  if (!isDay(firstOn) || !isDay(lastOn) || firstOn > lastOn) return undefined;
  return { ...figures, firstOn, lastOn };
}

/** The digits of a code that came by SMS. */
export function readCodeDigits(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4,8}$/.test(value) ? value : undefined;
}

/** The token under which Firebase reaches the app on this phone. */
export function readPushToken(value: unknown): string | undefined {
  return typeof value === 'string' && /^[!-~]{1,4096}$/.test(value) ? value : undefined;
}

/** Empty where no account was chosen; otherwise of the characters that may stand in a header, where it is sent on. */
export function readGoogleToken(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{0,4096}$/.test(value) ? value : undefined;
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

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && isWithin(value, most) && value >= 0;
}

/** A day that exists, as yyyy-mm-dd. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
}
