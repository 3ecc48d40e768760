import { createStore } from 'zustand/vanilla';
import { call } from '../../platform/call.ts';
import { session } from '../../platform/session.ts';
import { loadChannel } from './channel.ts';
import { startPixel } from './pixel.ts';

/** Whether the box is ticked that allows telling the advertiser's network about a registration. */
export const advertiserChoice = createStore<{ isAllowed: boolean }>(() => ({ isAllowed: false }));

const SHARE_TOLD = 0.5;

type Registration = { appRedirectStatus: 0 | 1 };

/** Half of the registrations are reported. A sign-in of a known borrower is not a registration. */
export function isTold({ appRedirectStatus }: Registration, chance: () => number): boolean {
  return appRedirectStatus === 1 && chance() < SHARE_TOLD;
}

/** Called after a sign-in: saves the consent first, and reports to the advertiser's network only then. */
export async function tellAdvertiser(
  registration: Registration,
  chance: () => number = Math.random,
): Promise<void> {
  const { isAllowed } = advertiserChoice.getState();
  advertiserChoice.setState({ isAllowed: false });
  if (!isAllowed) return;
  const channel = await loadChannel();
  if (!channel?.pixelConsent) return;
  const { wordingVersion } = channel.pixelConsent;
  try {
    const body = { kind: 'marketing', given: true, wordingVersion } as const;
    await call('saveConsent', { body }, { failureShownBy: 'background' });
  } catch {
    return;
  }
  const pixel = startPixel(channel);
  if (isTold(registration, chance)) pixel?.registrationComplete();
}

/** Called when the app opens with a sign-in: starts the channel's pixel if it is still allowed. */
export async function startAllowedPixel(appChannelCode: string): Promise<void> {
  const channel = await loadChannel(appChannelCode);
  if (!channel?.pixelConsent || session.getState().token === null) return;
  try {
    const consents = await call('listConsents', {}, { failureShownBy: 'background' });
    if (consents.some(({ kind, given }) => kind === 'marketing' && given)) startPixel(channel);
  } catch {
    // If the consent cannot be read, no pixel starts.
  }
}
