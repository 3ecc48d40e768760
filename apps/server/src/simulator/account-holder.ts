import { networkOf } from './phone-number.ts';
import type { Simulator } from './settings.ts';
import { instant } from './store.ts';

export type HolderName = { givenName: string; familyName: string };

const givenNames = ['Mutinta', 'Chanda', 'Bwalya', 'Mwansa', 'Luyando', 'Thandiwe', 'Kondwani', 'Namwinga'];
const familyNames = ['Banda', 'Phiri', 'Mwale', 'Tembo', 'Zulu', 'Mulenga', 'Hamoonga', 'Sakala'];

/** A name for the columns of a statement that have one for everybody. */
export function nameOnStatement(msisdn: string): HolderName {
  const index = Number(msisdn.slice(-4));
  return {
    givenName: givenNames[index % givenNames.length]!,
    familyName: familyNames[Math.trunc(index / givenNames.length) % familyNames.length]!,
  };
}

/** The name that was given to the account of a phone. Undefined for a number without one, and one never seen. */
export async function readHolder({ pool }: Simulator, mobile: string): Promise<HolderName | undefined> {
  const { rows } = await pool.query<HolderName>(
    `select holder_given_name as "givenName", holder_family_name as "familyName" from phone
     where mobile = $1 and holder_given_name is not null`,
    [mobile],
  );
  return rows[0];
}

/** Gives the account of a phone a holder. */
export async function setHolder(
  { pool, now, settings }: Simulator,
  mobile: string,
  { givenName, familyName }: HolderName,
): Promise<void> {
  await pool.query(
    `insert into phone (mobile, network, balance_ngwee, first_seen_at, holder_given_name, holder_family_name)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (mobile) do update set holder_given_name = excluded.holder_given_name,
       holder_family_name = excluded.holder_family_name`,
    [mobile, networkOf(mobile), settings.startingBalanceNgwee, instant(now()), givenName, familyName],
  );
}
