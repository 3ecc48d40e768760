import { afterEach, expect, test, vi } from 'vitest';
import { type Device, device, runOn } from '../../platform/device.ts';
import { session, signIn } from '../../platform/session.ts';
import { tellDeviceData } from './device-data.ts';

/* The answers of the network and of the phone are set by each test. */

const browser = device;
afterEach(() => {
  vi.unstubAllGlobals();
  runOn(browser);
  session.setState(session.getInitialState());
});

const info = { deviceId: '3f9c2a7e5b1d4c60', manufacturer: 'TECNO', model: 'KI5k', osVersion: 'Android 14' };
const figures = {
  windowDays: 90 as const,
  readCount: 1,
  receivedCount: 1,
  receivedNgwee: 25_000,
  spentCount: 0,
  firstOn: '2026-11-20',
  lastOn: '2026-11-20',
};
const consents = [
  { kind: 'device', given: true },
  { kind: 'location', given: true },
  { kind: 'messages', given: true, senders: ['MoMo'] },
];

/** Calls to the phone and to the server, in their order. `at` runs when the first answer arrives. */
function listen(at: () => void = () => undefined): string[] {
  const heard: string[] = [];
  const phone: Partial<Device> = {
    info: {
      async read() {
        heard.push('phone: what it is');
        return info;
      },
      forget: () => undefined,
    },
    async readPlace() {
      heard.push('phone: where it is');
      return { latitude: -15.42, longitude: 28.28 };
    },
    async readMessageFigures() {
      heard.push('phone: its SMS');
      return figures;
    },
  };
  runOn({ ...browser, ...phone });
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    const name = url.split('/').at(-1)!;
    heard.push(`server: ${name} of ${headers.token}`);
    if (heard.length === 1) at();
    return Response.json({ code: 200, msg: 'OK', data: consents });
  });
  return heard;
}

test('what a borrower allows is told of them', async () => {
  signIn(session, 'hers', 7);
  const heard = listen();
  tellDeviceData('signIn');
  await expect.poll(() => heard).toHaveLength(5);
  expect(heard.filter((line) => line.startsWith('phone'))).toEqual(['phone: what it is', 'phone: its SMS']);
});

test.each(['start', 'signIn', 'application'] as const)(
  'at %s, the phone is asked nothing where somebody else has signed in before the consents arrive',
  async (occasion) => {
    signIn(session, 'hers', 7);
    const heard = listen(() => signIn(session, 'his', 8));
    tellDeviceData(occasion);
    await expect.poll(() => heard).toHaveLength(1);
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([expect.stringMatching(/^server: .* of hers$/)]);
  },
);
