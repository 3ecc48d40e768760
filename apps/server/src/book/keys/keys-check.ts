import type { Database } from '../../platform/database.ts';
import type { ReadinessCheck } from '../../platform/health.ts';
import type { Keys } from '../settings/key-settings.ts';
import { isDatabaseOfKeys, keyMissingHere, readKeyRegistry } from './key-registry.ts';

/**
 * The database under a running program can become another one: restored, or moved to by the network. And a program with
 * a newer first key can have started while this one was cut off from the database.
 */
export function keysCheck(db: Database, keys: Keys): ReadinessCheck {
  return {
    name: 'keys',
    async check() {
      const registry = await readKeyRegistry(db);
      if (!isDatabaseOfKeys(registry, keys)) return 'The values of the database are under other keys.';
      const missing = keyMissingHere(registry, keys);
      return (
        missing &&
        `A connected program writes under key ${missing.number} of ${missing.setting}, which is missing here.`
      );
    },
  };
}
