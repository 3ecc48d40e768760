import { createPublicKey, type KeyObject } from 'node:crypto';

/** A key as base64 without the PEM lines, or with them. Undefined if it cannot be read. */
export function readPublicKey(text: string): KeyObject | undefined {
  const der = Buffer.from(text.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}
