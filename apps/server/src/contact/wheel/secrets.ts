import { createHash } from 'node:crypto';
import { addDays, type Day } from '@thumba/lending/day';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Randomness } from '../../platform/randomness.ts';
import type { Sealing } from '../../platform/sealing.ts';

/*
 * Each day has a secret that decides its draws. The hash of the secret is published a week before, so that the lender
 * cannot choose the secret after seeing what borrowers do. The secret is published when its day has ended, so that
 * everybody can check every draw of the day.
 */

export type SecretDeps = {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  random: Randomness;
};

const DAYS_AHEAD = 7;
const SECRET_BYTES = 32;

const publishHashesStatement = statement<never, { secrets: string; now: Date }>(
  'wheel: publish hashes of secrets',
  `insert into wheel_secret (on_day, secret_hash, secret_sealed, published_at)
   select on_day, secret_hash, decode(secret_sealed, 'hex'), $now::timestamptz
   from json_to_recordset($secrets::json) as s(on_day date, secret_hash text, secret_sealed text)
   on conflict do nothing`,
);

const listEndedStatement = statement<{ on_day: Day; secret_sealed: Buffer }, { on: Day }>(
  'wheel: list ended secrets',
  'select on_day, secret_sealed from wheel_secret where on_day < $on::date and secret is null',
);

const publishSecretStatement = statement<never, { onDay: Day; secret: string }>(
  'wheel: publish secret',
  'update wheel_secret set secret = $secret where on_day = $onDay::date and secret is null',
);

/** Publishes the secrets of the days before a day, and the hashes for the day itself and the week after it. */
export async function publishSecrets({ db, clock, sealing, random }: SecretDeps, on: Day): Promise<void> {
  const secrets = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => {
    const secret = random.randomBytes(SECRET_BYTES).toString('hex');
    const on_day = addDays(on, ahead);
    return {
      on_day,
      secret_hash: createHash('sha256').update(secret).digest('hex'),
      secret_sealed: sealing.seal('wheel_secret.secret_sealed', { on_day }, secret).toString('hex'),
    };
  });
  await db.rows(publishHashesStatement, { secrets: JSON.stringify(secrets), now: toDate(clock.nowMs()) });
  for (const { on_day, secret_sealed } of await db.rows(listEndedStatement, { on })) {
    const secret = sealing.open('wheel_secret.secret_sealed', { on_day }, secret_sealed);
    await db.rows(publishSecretStatement, { onDay: on_day, secret });
  }
}
