import { createStore } from 'zustand/vanilla';
import { call } from '../../platform/call.ts';
import { loadChannel } from './channel.ts';

/** Whether the box is ticked that allows telling the advertiser's network about a registration. */
export const advertiserChoice = createStore<{ isAllowed: boolean }>(() => ({ isAllowed: false }));

/** Called after a sign-in: saves the consent. The server then reports the registration, or does not. */
export async function saveAdvertiserConsent(): Promise<void> {
  const { isAllowed } = advertiserChoice.getState();
  advertiserChoice.setState({ isAllowed: false });
  if (!isAllowed) return;
  const channel = await loadChannel();
  if (!channel?.pixelConsent) return;
  const { wordingVersion } = channel.pixelConsent;
  const body = { kind: 'marketing', given: true, wordingVersion } as const;
  // If it cannot be saved, nothing is reported.
  await call('saveConsent', { body }, { failureShownBy: 'background' }).catch(() => undefined);
}
