import { LENDER_SETTINGS } from '@thumba/contract/staff/lender-settings';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Config } from '../settings/config.ts';
import { type SettingValues, settingDefinitions } from './setting-definitions.ts';
import { readStanding, type SettingVersion } from './setting-versions.ts';

/** The settings of the lender that this process works with. */
export type LiveSettings = {
  current(): SettingValues;
  refresh(): Promise<void>;
};

type Deps = { db: Database; clock: Clock; config: Config };

export async function openLenderSettings({ db, clock, config }: Deps): Promise<LiveSettings> {
  let standing = await readStanding(db, toDate(clock.nowMs()));
  return {
    // A planned version counts from its instant on, also between two looks at the table.
    current: () => valuesAt(standing, config, clock.nowMs()),
    async refresh() {
      standing = await readStanding(db, toDate(clock.nowMs()));
    },
  };
}

/** The settings of this moment, for a command that ends soon. */
export async function readLenderSettings(deps: Deps): Promise<SettingValues> {
  return (await openLenderSettings(deps)).current();
}

type Dated = Pick<SettingVersion, 'version' | 'effectiveFrom'>;

/** Of versions in the order of their numbers, the last one whose instant has come. */
export function runningVersion<Version extends Dated>(
  versions: readonly Version[],
  nowMs: number,
): Version | undefined {
  return versions.findLast(({ effectiveFrom }) => effectiveFrom.getTime() <= nowMs);
}

/** What became of a version among all of its setting. One whose instant a newer version took never counts. */
export function stateOfVersion(
  version: Dated,
  all: readonly Dated[],
  nowMs: number,
): 'planned' | 'running' | 'earlier' | 'never_counted' {
  const newer = all.filter((other) => other.version > version.version);
  if (newer.some(({ effectiveFrom }) => effectiveFrom <= version.effectiveFrom)) return 'never_counted';
  if (version.effectiveFrom.getTime() > nowMs) return 'planned';
  return newer.some(({ effectiveFrom }) => effectiveFrom.getTime() <= nowMs) ? 'earlier' : 'running';
}

function valuesAt(standing: readonly SettingVersion[], config: Config, nowMs: number): SettingValues {
  const values = LENDER_SETTINGS.map((name) => {
    const versions = standing.filter(({ setting }) => setting === name);
    return [name, runningVersion(versions, nowMs)?.content ?? settingDefinitions[name].startOf(config)];
  });
  return Object.fromEntries(values) as SettingValues;
}
