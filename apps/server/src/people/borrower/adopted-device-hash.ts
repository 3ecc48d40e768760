import { adoptedHash } from '../../platform/adopted-hash.ts';

/** The hash under which the secret of a device is stored, or is stored now. Null where `hashes` is empty. */
export function adoptedDeviceHash(hashes: string): string {
  return adoptedHash(['known_device.device_hash', 'session.device_hash'], hashes);
}
