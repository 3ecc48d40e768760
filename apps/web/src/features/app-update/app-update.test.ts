import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UpdateOutcome } from '../../platform/device.ts';
import { appUpdate, startUpdate } from './app-update.ts';

const version = { url: 'https://downloads.example.zm/thumba-8.apk', sha256: 'a'.repeat(64), versionCode: 8 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  appUpdate.setState(appUpdate.getInitialState());
});

const stage = () => appUpdate.getState().stage;

/** A phone whose answer comes later. */
function openPhone() {
  const asked: unknown[] = [];
  let answer = (_outcome: UpdateOutcome) => {};
  const updater = {
    versionCode: 7,
    install(wanted: unknown) {
      asked.push(wanted);
      return new Promise<UpdateOutcome>((resolve) => {
        answer = resolve;
      });
    },
  };
  return { updater, asked, answer: (outcome: UpdateOutcome) => answer(outcome) };
}

test.each<UpdateOutcome>(['opened', 'refused', 'unsupported', 'failed'])(
  'it is downloading from the tap until the phone answers %s',
  async (outcome) => {
    const { updater, answer } = openPhone();
    const done = startUpdate(updater, version);
    expect(stage()).toBe('downloading');
    answer(outcome);
    expect(await done).toBe(outcome);
    expect(stage()).toBe(outcome);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(stage()).toBe(outcome);
  },
);

test('after a minute it says that it takes long', async () => {
  const { updater, answer } = openPhone();
  const done = startUpdate(updater, version);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(stage()).toBe('downloading');
  await vi.advanceTimersByTimeAsync(1);
  expect(stage()).toBe('long');
  answer('opened');
  await done;
  expect(stage()).toBe('opened');
});

test('the phone is asked once at a time, and again after its answer', async () => {
  const { updater, asked, answer } = openPhone();
  const done = startUpdate(updater, version);
  expect(await startUpdate(updater, version)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await startUpdate(updater, version)).toBeUndefined();
  expect(asked).toEqual([version]);
  answer('refused');
  await done;
  void startUpdate(updater, version);
  expect(asked).toEqual([version, version]);
});
