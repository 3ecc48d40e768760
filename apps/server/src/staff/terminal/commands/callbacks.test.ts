import { afterEach, expect, test, vi } from 'vitest';
import { newKeys } from '../../../book/settings/key-settings.ts';
import { command } from './callbacks.ts';

afterEach(() => vi.unstubAllEnvs());

test('the addresses of callbacks depend on CALLBACK_SECRET, and on no look-up key', async () => {
  const addressesWith = async (settings: Record<string, string>) => {
    for (const [name, value] of Object.entries({ PUBLIC_URL: 'http://127.0.0.1:8080/', ...settings }))
      vi.stubEnv(name, value);
    return (await command.run([])).lines;
  };
  const settings = newKeys();
  const lines = await addressesWith(settings);
  expect(lines).toEqual([
    expect.stringMatching(/^mtn: http:\/\/127\.0\.0\.1:8080\/callback\/mtn\/[0-9a-f]{64}$/),
    expect.stringMatching(/^airtel: http:\/\/127\.0\.0\.1:8080\/callback\/airtel\/[0-9a-f]{64}$/),
  ]);
  expect(await addressesWith({ LOOKUP_KEYS: newKeys().LOOKUP_KEYS })).toEqual(lines);
  const other = await addressesWith({ CALLBACK_SECRET: newKeys().CALLBACK_SECRET });
  expect(other.filter((line) => lines.includes(line))).toEqual([]);
});
