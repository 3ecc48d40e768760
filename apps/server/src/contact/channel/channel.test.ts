import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { command } from '../../staff/terminal/commands/channels.ts';
import { openStaffDesk } from '../../staff/terminal/staff-desk.ts';
import { type Channels, openChannels } from './channels.ts';
import { pixelOrigins } from './pixel.ts';
import { registerChannelRoutes } from './routes.ts';

const META = 'https://connect.facebook.net/en_US/fbevents.js';

let server: CallServer;
let channels: Channels;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-channels-'));
  let known: Channels | undefined;
  const lateChannels: Channels = {
    find: (code) => known!.find(code),
    all: () => known!.all(),
    refresh: () => known!.refresh(),
  };
  server = await startCallServer({
    register: (at) => registerChannelRoutes(at, { channels: lateChannels, pixelUrl: META }),
  });
  known = await openChannels(server.db);
  channels = known;
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (code: string) => (await server.call('queryByChannelCode', { params: { code } })).data;

async function save(form: unknown) {
  const file = path.join(folder, 'channel.json');
  await writeFile(file, typeof form === 'string' ? form : JSON.stringify(form));
  const answer = await command.atDesk(await openStaffDesk(server), ['save', file]);
  await channels.refresh();
  return answer;
}

const wm2 = {
  channelCode: 'WM2',
  name: 'Partner WM2',
  packageName: 'com.thumba.wallet',
  intentHost: 'details',
};

describe('a channel', () => {
  test('is found by its code, with its app', async () => {
    expect(await ask('GP')).toEqual({
      channelCode: 'GP',
      name: 'Google Play',
      apkUrl: '',
      packageName: 'com.thumba.wallet',
      intentHost: 'details',
    });
  });

  test.each(['nobody', 'wm2', '%27%3B--', 'ÅÄÖ', '%00'])(
    'that nobody knows (%s) is the default one',
    async (code) => {
      expect(await ask(code)).toMatchObject({ channelCode: 'default', name: 'Thumba' });
    },
  );

  test('of the two whose advertisements are measured has no pixel until the lender gives it one', async () => {
    expect(await ask('WM2')).not.toHaveProperty('pixelId');
    expect(await ask('H5GPF')).not.toHaveProperty('pixelId');
    expect(pixelOrigins(channels, META)).toEqual([]);
  });

  test('with a pixel says what has to be agreed to first, and the page may load from there', async () => {
    expect(await save({ ...wm2, pixelId: '1234567890' })).toEqual({
      done: true,
      lines: ['Saved the channel WM2.'],
    });
    expect(await ask('WM2')).toMatchObject({
      pixelId: '1234567890',
      pixelUrl: META,
      pixelConsent: { wordingVersion: expect.any(Number), wording: expect.stringContaining('advertis') },
    });
    expect(await ask('H5GPF')).not.toHaveProperty('pixelId');
    expect(pixelOrigins(channels, META)).toEqual([
      'https://connect.facebook.net',
      'https://www.facebook.com',
    ]);
    expect(pixelOrigins(channels, 'http://127.0.0.1:4711/pixel.js')).toEqual(['http://127.0.0.1:4711']);
    await save({ ...wm2, pixelId: null });
    expect(await ask('WM2')).not.toHaveProperty('pixelId');
    expect(pixelOrigins(channels, META)).toEqual([]);
  });

  test('is added by staff', async () => {
    const radio = { ...wm2, channelCode: 'RADIO-1', name: 'Radio', apkUrl: 'https://thumba.example/app.apk' };
    expect(await save(radio)).toMatchObject({ done: true });
    expect(await ask('RADIO-1')).toMatchObject({ name: 'Radio', apkUrl: 'https://thumba.example/app.apk' });
    const { lines } = await command.atDesk(await openStaffDesk(server), []);
    expect(JSON.parse(lines[0]!)).toContainEqual({ ...radio, isDefault: false, pixelId: null });
  });
});

describe('staff are told what is wrong with a channel', () => {
  test.each([
    ['a pixel of a channel that has none', { ...wm2, channelCode: 'GP', pixelId: '1' }, 'only WM2 and H5GPF'],
    ['no package', { channelCode: 'X', name: 'X', intentHost: 'details' }, 'packageName'],
    ['an app that does not come over https', { ...wm2, apkUrl: 'http://a.example/a.apk' }, 'apkUrl'],
    ['a field that nobody knows', { ...wm2, pixel: '1' }, 'pixel'],
    ['a text that is no JSON', '{', 'is not JSON'],
  ])('%s', async (_what, form, says) => {
    const { done, lines } = await save(form);
    expect(done).toBe(false);
    expect(lines).toEqual([expect.stringMatching(/^Nothing was changed: /)]);
    expect(lines[0]).toContain(says);
  });

  test('a command that does not exist', async () => {
    expect(await command.atDesk(await openStaffDesk(server), ['remove', 'WM2'])).toMatchObject({
      done: false,
    });
    expect(await command.atDesk(await openStaffDesk(server), ['save', '/nowhere.json'])).toEqual({
      done: false,
      lines: ['Nothing was changed: there is no file /nowhere.json.'],
    });
  });
});
