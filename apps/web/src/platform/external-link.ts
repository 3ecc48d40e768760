const LONGEST_ADDRESS = 2000;

/** Whether an address is the phone's to open: another site, a number to call, or a listing of the store. */
export function isExternal(address: string, ownOrigin: string): boolean {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  if (protocol === 'https:') return origin !== ownOrigin;
  return protocol === 'tel:' || protocol === 'market:';
}
