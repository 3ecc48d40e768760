import { readDone } from './android-answers.ts';
import type { AndroidBridge } from './android-bridge.ts';
import { type AndroidHost, constantOf } from './android-host.ts';
import type { Device, UpdateOutcome } from './device.ts';

/** The wrapper downloads a file in this time, and asks the person to allow it. */
const UPDATED_WITHIN_MS = 600_000;
const HIGHEST_VERSION_CODE = 2_100_000_000;

/** Undefined in a wrapper that a store updates, and in one that does not tell its version. */
export function openAndroidUpdater(host: AndroidHost, bridge: AndroidBridge): Device['updater'] {
  const told = constantOf(host, 'versionCode');
  if (typeof host.updateApp !== 'function' || !/^[1-9]\d{0,9}$/.test(told)) return undefined;
  const versionCode = Number(told);
  if (versionCode > HIGHEST_VERSION_CODE) return undefined;
  return {
    versionCode,
    install: async ({ url, sha256, versionCode: offered }) =>
      (await bridge.ask<UpdateOutcome>('updateApp', { url, sha256, versionCode: offered }, readOpened, {
        withinMs: UPDATED_WITHIN_MS,
        readRefusal,
      })) ?? 'failed',
  };
}

function readOpened(value: unknown): 'opened' | undefined {
  return readDone(value) && 'opened';
}

function readRefusal(error: unknown): UpdateOutcome | undefined {
  return error === 'refused' || error === 'unsupported' ? error : undefined;
}
