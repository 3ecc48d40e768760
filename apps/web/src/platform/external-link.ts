const LONGEST_ADDRESS = 2000;

/** Whether the phone must open an address: another site, a phone number, or a store listing. */
export function isExternal(address: string, ownOrigin: string): boolean {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  if (protocol === 'https:') return origin !== ownOrigin;
  return protocol === 'tel:' || protocol === 'market:';
}
