import { createStore } from 'zustand/vanilla';
import type { AppVersion, Device, UpdateOutcome } from '../../platform/device.ts';

export type Stage = 'offered' | 'downloading' | 'long' | UpdateOutcome;

/** Of this load of the page. A download goes on while the borrower looks at other pages. */
export const appUpdate = createStore<{ stage: Stage }>(() => ({ stage: 'offered' }));

/** After this time the app says that a download may take long. */
const LONG_AFTER_MS = 60_000;

/** Undefined while an earlier call is not answered. */
export async function startUpdate(
  updater: NonNullable<Device['updater']>,
  version: AppVersion,
): Promise<UpdateOutcome | undefined> {
  if (isDownloading(appUpdate.getState().stage)) return undefined;
  appUpdate.setState({ stage: 'downloading' });
  const timer = setTimeout(() => appUpdate.setState({ stage: 'long' }), LONG_AFTER_MS);
  const stage = await updater.install(version);
  clearTimeout(timer);
  appUpdate.setState({ stage });
  return stage;
}

export function isDownloading(stage: Stage): boolean {
  return stage === 'downloading' || stage === 'long';
}
