import { afterEach, describe, expect, test, vi } from 'vitest';
import { openAndroidBridge } from './android-bridge.ts';
import type { AndroidHost } from './android-host.ts';
import { openAndroidUpdater } from './android-updater.ts';

type Page = { onThumbaAndroid(requestId: string, answer: string): void };

const version = { url: 'https://downloads.example.zm/thumba-8.apk', sha256: 'a'.repeat(64), versionCode: 8 };

afterEach(() => void vi.useRealTimers());

/** A wrapper of version 7 whose hook `updateApp` gives this answer, or none. */
function openWith(answer?: string, further: Partial<AndroidHost> = {}) {
  const page = {} as Page;
  const asked: string[] = [];
  const host: AndroidHost = {
    version: () => '1',
    origin: () => 'https://app.example.zm',
    versionCode: () => '7',
    updateApp(requestId, argument) {
      asked.push(argument);
      if (answer !== undefined) page.onThumbaAndroid(requestId, answer);
    },
    ...further,
  };
  return { updater: openAndroidUpdater(host, openAndroidBridge(host, page)), asked };
}

describe('the Android wrapper', () => {
  test('is told the address, the hash and the version code, and nothing else', async () => {
    const { updater, asked } = openWith('{"ok":true,"value":true}');
    expect(updater!.versionCode).toBe(7);
    const further = { ...version, name: 'of the channel' };
    expect(await updater!.install(further)).toBe('opened');
    expect(asked).toEqual([JSON.stringify(version)]);
  });

  test.each([
    ['{"ok":false,"error":"refused"}', 'refused'],
    ['{"ok":false,"error":"unsupported"}', 'unsupported'],
    ['{"ok":false,"error":"failed"}', 'failed'],
    ['{"ok":false,"error":"opened"}', 'failed'],
    ['{"ok":true,"value":"opened"}', 'failed'],
    ['{"ok":true,"value":true,"error":"refused"}', 'opened'],
    ['{"ok":"false","error":"refused"}', 'failed'],
    ['refused', 'failed'],
  ])('that answers %s has %s', async (answer, outcome) => {
    expect(await openWith(answer).updater!.install(version)).toBe(outcome);
  });

  test('that has not answered after ten minutes has failed', async () => {
    vi.useFakeTimers();
    const told: string[] = [];
    void openWith()
      .updater!.install(version)
      .then((outcome) => told.push(outcome));
    await vi.advanceTimersByTimeAsync(599_999);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(['failed']);
  });

  test('that a store updates has no hook, and offers no update', () => {
    expect(openWith('', { updateApp: undefined }).updater).toBeUndefined();
    expect(openWith('', { updateApp: 'rubbish' as never }).updater).toBeUndefined();
  });

  test.each<unknown>(['', '0', '-7', '7.5', '07', ' 7', 'seven', '2100000001', 7, null])(
    'that tells %j as its version offers no update',
    (told) => {
      expect(openWith('', { versionCode: () => told }).updater).toBeUndefined();
    },
  );

  test('that tells no version, or fails to, offers no update', () => {
    const warning = vi.spyOn(console, 'warn').mockReturnValue();
    const broken = () => {
      throw new Error('Java exception was raised during method invocation');
    };
    expect(openWith('', { versionCode: undefined }).updater).toBeUndefined();
    expect(openWith('', { versionCode: broken }).updater).toBeUndefined();
    warning.mockRestore();
  });
});
