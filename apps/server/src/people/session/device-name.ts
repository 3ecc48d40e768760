/* Each list is read from the top, because the later names also stand in the texts of the earlier ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/; wv\)/, 'the Android app'],
  [/Edg\w*\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iPhone or iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux|CrOS/, 'Linux'],
];

/** "Chrome on Android", from what the browser says of itself. The borrower reads it; no rule relies on it. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'A device that does not say what it is';
}

/** "Network 41.72.96.x": which carrier or town that is, only a map of networks could say. */
export function placeName(network: string): string {
  const parts = network.split('.');
  if (parts.length !== 4) return network === '' ? 'Not known' : `Network ${network}`;
  return `Network ${parts.slice(0, 3).join('.')}.x`;
}
