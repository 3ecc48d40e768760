import type { Sealing } from '../../platform/sealing.ts';
import { addressHash, requestNetworkHash, wideNetworkOf } from './network-address.ts';

/**
 * Who asks for a code, or enters one. The lane of a code is the device by its secret, the network of a client that has
 * no secret, or the borrower of a call with a token. A code is entered from the lane that asked for it.
 */
export type CodeAsker = {
  address: string;
  deviceSecret?: string | undefined;
  /** Of a call with a token, where the code belongs to the borrower and not to a device. */
  borrowerId?: number;
  /** The session of the borrower, whose device may have asked before. */
  sessionId?: string;
  /** Whether the number is the borrower's own. Outsiders cannot use up these limits. */
  isOwner?: boolean;
};

export type AskerValues = {
  /** The lanes of the asker, a device under each live key. The first is the one of a device that is not stored. */
  laneHashes: Buffer[];
  sessionId: string | null;
  isOwner: boolean;
  addressHash: Buffer;
  requestNetworkHash: Buffer;
};

export function askerValues(sealing: Sealing, asker: CodeAsker): AskerValues {
  return {
    laneHashes: lanesOf(sealing, asker),
    sessionId: asker.sessionId ?? null,
    isOwner: asker.isOwner ?? false,
    addressHash: addressHash(sealing, asker.address),
    requestNetworkHash: requestNetworkHash(sealing, asker.address),
  };
}

function lanesOf(sealing: Sealing, { borrowerId, deviceSecret, address }: CodeAsker): Buffer[] {
  if (borrowerId !== undefined) return [sealing.lookupHash('code_lane', `borrower:${borrowerId}`)];
  const ofNetwork = sealing.lookupHash('code_lane', `network:${wideNetworkOf(address)}`);
  if (deviceSecret === undefined) return [ofNetwork];
  // All processes agree on this one while keys change.
  const ofUnknownDevice = sealing.lookupHash('device_secret', deviceSecret);
  const underOtherKeys = sealing
    .lookupHashes('device_secret', deviceSecret)
    .filter((hash) => !hash.equals(ofUnknownDevice));
  return [ofUnknownDevice, ...underOtherKeys, ofNetwork];
}
