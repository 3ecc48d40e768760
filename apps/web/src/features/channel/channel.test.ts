import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../../platform/session.ts';
import { loadChannel } from './channel.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  session.setState(session.getInitialState());
});

const app = { apkUrl: '/thumba.apk', packageName: 'com.thumba.wallet', intentHost: 'details' };

test('where the app is found comes with the answer about the channel', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ code: 200, msg: 'OK', data: { channelCode: 'WM2', name: 'WM2', ...app } });
  });
  session.setState({ appChannelCode: 'WM2' });
  await loadChannel();
  expect(asked).toEqual(['/api/api/v1/channel/queryByChannelCode/WM2']);
  expect(session.getState()).toMatchObject(app);
});

test('without an answer it stays unknown', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  session.setState({ appChannelCode: 'H5GPF' });
  expect(await loadChannel()).toBeNull();
  expect(session.getState()).toMatchObject({ apkUrl: '', packageName: '', intentHost: '' });
});
