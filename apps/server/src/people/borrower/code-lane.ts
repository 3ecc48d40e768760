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
  /** Of the request, for the security log. */
  reference?: string;
  /** Whether the number is the borrower's own. Outsiders cannot use up these limits. */
  isOwner?: boolean;
};

export type AskerValues = {
  /** The lanes of the asker. The first is the one that a new code gets, unless the device is stored under another hash. */
  laneHashes: Buffer[];
  /** Those among them that are the device's, one under each live key. */
  deviceLaneHashes: Buffer[];
  sessionId: string | null;
  isOwner: boolean;
  addressHash: Buffer;
  requestNetworkHash: Buffer;
  requestReference: string | null;
};

export function askerValues(sealing: Sealing, asker: CodeAsker): AskerValues {
  return {
    ...lanesOf(sealing, asker),
    sessionId: asker.sessionId ?? null,
    isOwner: asker.isOwner ?? false,
    addressHash: addressHash(sealing, asker.address),
    requestNetworkHash: requestNetworkHash(sealing, asker.address),
    requestReference: asker.reference ?? null,
  };
}

function lanesOf(
  sealing: Sealing,
  { borrowerId, deviceSecret, address }: CodeAsker,
): Pick<AskerValues, 'laneHashes' | 'deviceLaneHashes'> {
  if (borrowerId !== undefined) {
    return { laneHashes: [sealing.lookupHash('code_lane', `borrower:${borrowerId}`)], deviceLaneHashes: [] };
  }
  const ofNetwork = sealing.lookupHash('code_lane', `network:${wideNetworkOf(address)}`);
  const deviceLaneHashes = deviceSecret === undefined ? [] : deviceLanesOf(sealing, deviceSecret);
  return { laneHashes: [...deviceLaneHashes, ofNetwork], deviceLaneHashes };
}

/** The first is the one of a device that is not stored. All processes agree on it while keys change. */
function deviceLanesOf(sealing: Sealing, deviceSecret: string): Buffer[] {
  const first = sealing.lookupHash('device_secret', deviceSecret);
  const others = sealing.lookupHashes('device_secret', deviceSecret).filter((hash) => !hash.equals(first));
  return [first, ...others];
}
