/** Where the borrower app keeps the session of this browser. The app is at the root of the same address. */
type BrowserStores = { local: Storage; tab: Storage };

/**
 * Makes this browser the phone of a borrower, signed in. What the app kept of another borrower is removed first, as at a
 * log-out.
 */
export function keepSession(
  { token, deviceSecret }: { token: string; deviceSecret: string },
  { local, tab }: BrowserStores = { local: localStorage, tab: sessionStorage },
): void {
  local.clear();
  tab.clear();
  local.setItem('deviceSecret', deviceSecret);
  local.setItem('session', JSON.stringify({ state: { token }, version: 1 }));
}

const ENTER = /^#app=(\d{10})$/;

/** The address of this page that opens the app signed in. It stays in the browser, as all behind a # does. */
export function enterAddress(mobile: string): string {
  return `${import.meta.env.BASE_URL}#app=${mobile}`;
}

export function mobileToEnter(hash: string): string | undefined {
  return ENTER.exec(hash)?.[1];
}
