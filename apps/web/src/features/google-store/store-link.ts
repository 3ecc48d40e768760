type StoreApp = { packageName: string; intentHost: string };

const LISTINGS = 'https://play.google.com/store/apps/details';
/** The app that has the listings on an Android phone. */
const STORE_PACKAGE = 'com.android.vending';

/**
 * Where a tap leads to the listing: Chrome on Android opens the store's own app, and its page when there is none; any
 * other browser opens the page.
 */
export function storeLink({ packageName, intentHost }: StoreApp, userAgent: string): string {
  const listing = `${LISTINGS}?id=${encodeURIComponent(packageName)}`;
  if (!/Android.*Chrome\//.test(userAgent) || /; wv\)|SamsungBrowser|EdgA|OPR\//.test(userAgent))
    return listing;
  const fallback = encodeURIComponent(listing);
  return `intent://${intentHost}?id=${encodeURIComponent(packageName)}#Intent;scheme=market;package=${STORE_PACKAGE};S.browser_fallback_url=${fallback};end`;
}
