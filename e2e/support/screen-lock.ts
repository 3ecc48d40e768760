import type { CDPSession, Page } from 'playwright-core';

/** The screen lock of a phone, as Chromium imitates it for one tab. */
export type PhoneLock = {
  /** Whether the person who is asked has the right PIN or finger. */
  holderIs(who: 'owner' | 'stranger'): Promise<void>;
  /** The keys of this phone, for another tab of it. */
  keys(): Promise<PhoneKeys>;
  useKeys(keys: PhoneKeys): Promise<void>;
};
type PhoneKeys = Awaited<ReturnType<typeof keysOf>>;

/** From now on the phone has a screen lock, with these keys. A question that is open by then goes to no one. */
export async function setScreenLock(page: Page, keys: PhoneKeys = []): Promise<PhoneLock> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const useKeys = async (given: PhoneKeys) => {
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    for (const credential of given)
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
  };
  await useKeys(keys);
  return {
    useKeys,
    async holderIs(who) {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: who === 'owner' });
    },
    keys: () => keysOf(devtools, authenticatorId),
  };
}

async function keysOf(devtools: CDPSession, authenticatorId: string) {
  return (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}

/** What a browser tells a page that goes to the background. */
export async function sendToBackground(page: Page): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

/** What it tells a page that comes back, so many seconds later by the clock of the phone. */
export async function bringBack(page: Page, afterSeconds: number): Promise<void> {
  await page.evaluate(`{
    const nowMs = Date.now;
    Date.now = () => nowMs() + ${afterSeconds * 1000};
    delete document.visibilityState;
    document.dispatchEvent(new Event('visibilitychange'));
    Date.now = nowMs;
  }`);
}
