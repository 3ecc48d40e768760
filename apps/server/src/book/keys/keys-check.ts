import type { Database } from '../../platform/database.ts';
import type { ReadinessCheck } from '../../platform/health.ts';
import type { Keys } from '../settings/key-settings.ts';
import { isDatabaseOfKeys, readKeyRegistry } from './key-registry.ts';

/** The database under a running program can become another one: restored, or moved to by the network. */
export function keysCheck(db: Database, keys: Keys): ReadinessCheck {
  return {
    name: 'keys',
    async check() {
      if (isDatabaseOfKeys(await readKeyRegistry(db), keys)) return undefined;
      return 'The values of the database are under other keys.';
    },
  };
}
