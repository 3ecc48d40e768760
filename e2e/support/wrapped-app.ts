import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { googleIdToken } from '../../apps/server/test/google-token.ts';
import { type HookCall, type HostMode, type Phone, runInWrapper } from './android-host.ts';
import { openScreen, type Screen } from './browser.ts';
import { type HandsetPage, openHandsetPage } from './handset-page.ts';
import type { Program } from './program.ts';

const TOLD_BY_SMS = 'Dear Chileshe, you have received K2,345.00 from Secret Employer';

/** The app in the Android wrapper on a phone of its own, the calls of its hooks, and the handset page. */
export type Wrapped = { app: Screen; page: Page; handset: HandsetPage; heard: HookCall[]; phone: Phone };

/** The last line of an SMS for the app of the stand-in. */
export const SMS_HASH = 'FA+9qCX9VS/';

type WrappedOptions = { url?: string; constants?: Partial<Phone['constants']> } & Pick<
  Phone,
  'installUpdate'
>;

export async function openWrapped(
  browser: Browser,
  program: Program,
  mode: HostMode,
  mobile: string,
  { url = program.url, constants = {}, ...further }: WrappedOptions = {},
): Promise<Wrapped> {
  const nowMs = Date.now();
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const smsOfApp = handset.messages.locator('.message-text').filter({ hasText: SMS_HASH });
  let smsRetrieved = 0;
  const phone: Phone = {
    deviceId: randomBytes(8).toString('hex'),
    manufacturer: 'TECNO',
    model: 'KI5k',
    osVersion: 'Android 14',
    place: { latitude: -15.416_67, longitude: 28.283_33 },
    inbox: [
      { address: 'MoMo', body: TOLD_BY_SMS, date: nowMs - 60_000, type: 1 },
      { address: '0977123456', body: 'Are you coming on Sunday?', date: nowMs - 90_000, type: 1 },
    ],
    googleToken: () => googleIdToken(program.simulatorUrl, `${mobile}@example.com`),
    constants: { versionCode: '7', shortestTermDays: '1', smsHash: SMS_HASH, ...constants },
    async retrieveSms() {
      await smsOfApp.nth(smsRetrieved).waitFor();
      smsRetrieved = await smsOfApp.count();
      return (await smsOfApp.first().textContent()) ?? '';
    },
    ...further,
  };
  const app = await openScreen(browser, 'about:blank');
  const heard = await runInWrapper(app.context, new URL(url).origin, mode, phone);
  await app.page.goto(url);
  return { app, page: app.page, handset, heard, phone };
}

export const hooksIn = (heard: HookCall[]) => new Set(heard.map(({ hook }) => hook));
