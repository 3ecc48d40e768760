import { expect, test } from 'vitest';
import type { Log } from '../../platform/log.ts';
import { beginNoMore } from './work.ts';

test('work that begins no more ends all loops, not a backup that is under way, and a failure is logged', async () => {
  const ended: string[] = [];
  const logged: unknown[] = [];
  const loop = (name: string) => ({ poke: () => undefined, stop: async () => void ended.push(name) });
  const failing = { ...loop('failing'), stop: () => Promise.reject(new Error('the folder is gone')) };
  const backups = { ...loop('backup'), beginNoMore: async () => void ended.push('loop of backups') };
  const log = { error: (...said: unknown[]) => logged.push(said) } as unknown as Log;
  await beginNoMore([failing, loop('days'), backups], log);
  expect(ended).toEqual(['days', 'loop of backups']);
  expect(logged).toEqual([[{ err: new Error('the folder is gone') }, 'a work loop could not be ended']]);
});
