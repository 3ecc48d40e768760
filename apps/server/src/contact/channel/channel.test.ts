import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveBeside } from '../../../test/approve-beside.ts';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { command } from '../../staff/terminal/commands/channels.ts';
import { openStaffDesk } from '../../staff/terminal/staff-desk.ts';
import { type Channels, openChannels } from './channels.ts';
import { registerChannelRoutes } from './routes.ts';
import { publishChannelAsApproved, type WantedChannel } from './staff-channels.ts';

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
    register: (at) => registerChannelRoutes(at, { channels: lateChannels }),
  });
  known = await openChannels(server.db);
  channels = known;
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The desk with the keys of the server of the test. */
async function openDesk() {
  return { ...(await openStaffDesk(server)), sealing: () => server.sealing, staffName: () => 'mary' };
}

const ask = async (code: string) => (await server.call('queryByChannelCode', { params: { code } })).data;

async function save(form: unknown) {
  const file = path.join(folder, 'channel.json');
  await writeFile(file, typeof form === 'string' ? form : JSON.stringify(form));
  const answered = await command.atDesk(await openDesk(), ['save', file, 'agreed', 'by', 'the', 'board']);
  if (answered.done)
    await approveBeside(server, 'channel_change', (request, now) =>
      publishChannelAsApproved({ ...server, now }, request),
    );
  await channels.refresh();
  return answered;
}

const wm2 = {
  channelCode: 'WM2',
  name: 'Partner WM2',
  packageName: 'com.thumba.wallet',
  intentHost: 'details',
};

const appFile = {
  apkUrl: 'https://thumba.example/thumba-8.apk',
  apkVersionCode: 8,
  apkSha256: 'ab'.repeat(32),
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
  });

  test('with a pixel and its token says what has to be agreed to first', async () => {
    const withPixel = { ...wm2, pixelId: '1234567890' };
    await save(withPixel);
    expect(await ask('WM2')).not.toHaveProperty('pixelConsent');
    expect(await save({ ...withPixel, pixelToken: 'EAAB-secret' })).toEqual({
      done: true,
      lines: [expect.stringMatching(/^Request \d+ is filed: Channel Partner WM2: version \d+\./)],
    });
    expect(await ask('WM2')).toMatchObject({
      pixelId: '1234567890',
      pixelConsent: { wordingVersion: expect.any(Number), wording: expect.stringContaining('advertis') },
    });
    expect(await ask('WM2')).not.toHaveProperty('pixelUrl');
    expect(await ask('H5GPF')).not.toHaveProperty('pixelId');
    await save({ ...wm2, pixelId: null });
    expect(await ask('WM2')).not.toHaveProperty('pixelId');
  });

  test('keeps the token of its pixel sealed, until the pixel is another one or the token is taken away', async () => {
    const withPixel = { ...wm2, pixelId: '1234567890' };
    const token = async () => {
      const [row] = (
        await server.db.pool.query(
          `select pixel_token_sealed as sealed from channel where channel_code = 'WM2'`,
        )
      ).rows;
      return row.sealed === null
        ? null
        : server.sealing.open('channel.pixel_token_sealed', { channel_code: 'WM2' }, row.sealed);
    };
    await save({ ...withPixel, pixelToken: 'EAAB-secret' });
    const { lines } = await command.atDesk(await openDesk(), []);
    expect(lines[0]).not.toContain('EAAB-secret');
    const listed = JSON.parse(lines[0]!).find((one: { channelCode: string }) => one.channelCode === 'WM2');
    expect(listed).toMatchObject({ pixelId: '1234567890', hasPixelToken: true });
    // The form is what the list shows, so a form without the token keeps it.
    await save({ ...listed, name: 'Renamed' });
    expect(await token()).toBe('EAAB-secret');
    await save({ ...withPixel, pixelToken: null });
    expect(await token()).toBeNull();
    await save({ ...withPixel, pixelToken: 'EAAB-secret' });
    await save({ ...withPixel, pixelId: '42' });
    expect(await token()).toBeNull();
    await save(wm2);
  });

  test('of now is asked for by one person only where something differs', async () => {
    await save({ ...wm2, name: 'Same' });
    expect(await save({ ...wm2, name: 'Same' })).toEqual({
      done: false,
      lines: ['This is the channel of now.'],
    });
    await expect(
      server.db.pool.query(`update channel set name = 'x', published_by = 'staff:mary', request_id = null`),
    ).rejects.toThrow('a second person approved');
    await save(wm2);
  });

  test('is added by staff', async () => {
    const radio = { ...wm2, channelCode: 'RADIO-1', name: 'Radio', apkUrl: 'https://thumba.example/app.apk' };
    expect(await save(radio)).toMatchObject({ done: true });
    expect(await ask('RADIO-1')).toMatchObject({ name: 'Radio', apkUrl: 'https://thumba.example/app.apk' });
    const { lines } = await command.atDesk(await openDesk(), []);
    expect(JSON.parse(lines[0]!)).toContainEqual({
      ...radio,
      isDefault: false,
      pixelId: null,
      hasPixelToken: false,
      apkVersionCode: null,
      apkSha256: null,
    });
  });

  test('tells borrowers which app file it has, until staff take that away', async () => {
    expect(await ask('WM2')).not.toHaveProperty('apkVersionCode');
    await save({ ...wm2, ...appFile, apkSha256: appFile.apkSha256.toUpperCase() });
    expect(await ask('WM2')).toMatchObject(appFile);
    const { lines } = await command.atDesk(await openDesk(), []);
    expect(JSON.parse(lines[0]!)).toContainEqual(expect.objectContaining({ channelCode: 'WM2', ...appFile }));
    await save(wm2);
    const told = await ask('WM2');
    expect(told).not.toHaveProperty('apkVersionCode');
    expect(told).not.toHaveProperty('apkSha256');
  });

  test('whose request was filed before channels had app files is saved without one', async () => {
    const file = path.join(folder, 'channel.json');
    await writeFile(file, JSON.stringify({ ...wm2, name: 'Before' }));
    await command.atDesk(await openDesk(), ['save', file, 'agreed', 'by', 'the', 'board']);
    await approveBeside(server, 'channel_change', (request, now) => {
      const { apkVersionCode: _, apkSha256: __, ...wanted } = request.payload.wanted as WantedChannel;
      return publishChannelAsApproved(
        { ...server, now },
        { ...request, payload: { ...request.payload, wanted } },
      );
    });
    await channels.refresh();
    expect(await ask('WM2')).toMatchObject({ name: 'Before' });
  });

  test.each([
    ['a version code alone', { code: 8, sha256: null }, 'channel_app_file_is_whole'],
    ['a SHA-256 alone', { code: null }, 'channel_app_file_is_whole'],
    ['no address', { url: '' }, 'channel_app_file_has_address'],
    ['the version code 0', { code: 0 }, 'apk_version_code_check'],
    ['a version code that Android does not know', { code: 2_100_000_001 }, 'apk_version_code_check'],
    ['a SHA-256 in capitals', { sha256: 'A'.repeat(64) }, 'apk_sha256_check'],
    ['a SHA-256 of 63 digits', { sha256: 'a'.repeat(63) }, 'apk_sha256_check'],
    ['a SHA-256 with another line', { sha256: `${'a'.repeat(64)}\n` }, 'apk_sha256_check'],
  ])('is refused by the tables if its app file has %s', async (_what, wrong, constraint) => {
    const add = (channelCode: string, { url, code, sha256 }: Record<string, unknown>) =>
      server.db.pool.query(
        `insert into channel (channel_code, name, package_name, intent_host, apk_url, apk_version_code, apk_sha256)
         values ($1, 'File', 'com.example.app', 'details', $2, $3, $4) on conflict do nothing`,
        [channelCode, url, code, sha256],
      );
    const right = { url: 'https://a.example/a.apk', code: 2_100_000_000, sha256: 'a'.repeat(64) };
    await add('RIGHT', right);
    await expect(add('WRONG', { ...right, ...wrong })).rejects.toThrow(constraint);
  });
});

describe('staff are told what is wrong with a channel', () => {
  test.each([
    ['a pixel of a channel that has none', { ...wm2, channelCode: 'GP', pixelId: '1' }, 'Only WM2 and H5GPF'],
    ['a token without a pixel', { ...wm2, pixelToken: 'EAAB' }, 'A token needs a pixel.'],
    ['no package', { channelCode: 'X', name: 'X', intentHost: 'details' }, 'packageName'],
    ['an app that does not come over https', { ...wm2, apkUrl: 'http://a.example/a.apk' }, 'apkUrl'],
    ['a hash of 63 digits', { ...wm2, ...appFile, apkSha256: 'a'.repeat(63) }, 'The SHA-256 has 64 digits'],
    ['the version code 0', { ...wm2, ...appFile, apkVersionCode: 0 }, 'from 1 to 2,100,000,000'],
    ['a version code as text', { ...wm2, ...appFile, apkVersionCode: '8' }, 'from 1 to 2,100,000,000'],
    ['a version code alone', { ...wm2, ...appFile, apkSha256: null }, 'and the SHA-256 of the app file'],
    ['a hash alone', { ...wm2, ...appFile, apkVersionCode: null }, 'and the SHA-256 of the app file'],
    [
      'an app file without an address',
      { ...wm2, ...appFile, apkUrl: '' },
      'need the address of the app file',
    ],
    ['a field that nobody knows', { ...wm2, pixel: '1' }, 'pixel'],
    ['a text that is no JSON', '{', 'is not JSON'],
  ])('%s', async (_what, form, says) => {
    const { done, lines } = await save(form);
    expect(done).toBe(false);
    expect(lines).toEqual([expect.stringMatching(/^Nothing was (changed: |asked for\. )/)]);
    expect(lines[0]).toContain(says);
  });

  test('a command that does not exist', async () => {
    expect(await command.atDesk(await openDesk(), ['remove', 'WM2'])).toMatchObject({
      done: false,
    });
    expect(await command.atDesk(await openDesk(), ['save', '/nowhere.json', 'agreed'])).toEqual({
      done: false,
      lines: ['Nothing was changed: there is no file /nowhere.json.'],
    });
  });
});
