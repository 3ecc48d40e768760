import { session } from '../../platform/session.ts';

type Connection = { saveData?: boolean; type?: string; effectiveType?: string };
type DescribedNavigator = Navigator & { connection?: Connection; userAgentData?: { mobile?: boolean } };

/** What is fetched ahead: nothing, the screens for use without a network, or the whole app. */
export type PartsToKeep = 'used' | 'offline' | 'all';

/** Mobile data costs money: the whole app is fetched ahead only on a free connection. */
export function choosePartsToKeep(
  connection: Connection | undefined,
  isMobile: boolean,
  isSignedIn: boolean,
): PartsToKeep {
  const isSlow = connection?.effectiveType === 'slow-2g' || connection?.effectiveType === '2g';
  if (connection?.saveData || isSlow) return 'used';
  const isFree = connection?.type === 'wifi' || connection?.type === 'ethernet';
  const isDesktop = !isMobile && connection !== undefined && connection.type === undefined;
  if (isFree || isDesktop) return 'all';
  return isSignedIn ? 'offline' : 'used';
}

export function partsToKeep(): PartsToKeep {
  const { connection, userAgentData, userAgent } = navigator as DescribedNavigator;
  const isMobile = userAgentData?.mobile ?? /Mobi|Android/.test(userAgent);
  return choosePartsToKeep(connection, isMobile, session.getState().token !== null);
}
