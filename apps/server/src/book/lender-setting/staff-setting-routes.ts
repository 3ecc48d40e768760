import { LENDER_SETTINGS, type LenderSetting } from '@thumba/contract/staff/lender-settings';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { type NameOf, readStaffNames } from '../staff-names.ts';
import type { AskedRequest } from '../staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../staff-request-preview.ts';
import { runningVersion, stateOfVersion } from './live-settings.ts';
import { settingDefinitions, shownFields } from './setting-definitions.ts';
import { listSettingVersions, type SavedSettingVersion } from './setting-versions.ts';
import {
  askForSetting,
  type SettingDeps,
  type SettingRefusal,
  type WantedSetting,
} from './staff-settings.ts';

type Shown = StaffAnswer<'listSettings'>['items'][number];
type ShownVersion = StaffAnswer<'getSetting'>['versions'][number];

export type SettingRouteDeps = SettingDeps & {
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** The request for another value of each setting that is not done yet, in the order of the settings. */
  openRequestsOf(settings: readonly LenderSetting[]): Promise<Shown['waiting'][]>;
};

/** The settings of the lender that are data, changed by two people. */
export function registerSettingRoutes(server: StaffServer, deps: SettingRouteDeps): void {
  const { clock } = deps;

  serveStaff(server, 'listSettings', async () => {
    const [versions, waiting] = await Promise.all([
      readNamed(deps, null),
      deps.openRequestsOf(LENDER_SETTINGS),
    ]);
    return done({
      items: LENDER_SETTINGS.map((setting, index) => shown(deps, setting, versions, waiting[index] ?? null)),
    });
  });

  serveStaff(server, 'getSetting', async ({ params: { setting } }) => {
    const [named, [waiting]] = await Promise.all([readNamed(deps, setting), deps.openRequestsOf([setting])]);
    return done({
      ...shown(deps, setting, named, waiting ?? null),
      versions: named.versions.map((version) => ({
        ...versionView(version, named.nameOf),
        state: stateOfVersion(version, named.versions, clock.nowMs()),
        values: valuesOf(setting, version.content),
      })),
    });
  });

  serveStaff(server, 'previewSetting', async ({ params, body }) => {
    const asked = await askForSetting(deps, wantedOf(params.setting, body), 'a preview');
    if (asked.ok) return done({ problem: null, preview: requestPreview(asked.value) });
    const { refusal } = asked;
    if (refusal.kind === 'nothing_different') return done({ problem: null, preview: null });
    return done({ problem: { field: refusal.field, sentence: refusal.sentence }, preview: null });
  });

  serveStaff(server, 'askForSetting', async ({ params, body }, { person, note }) => {
    note({ setting: params.setting, texts: body.texts, effectiveFrom: body.effectiveFrom });
    const asked = await askForSetting(deps, wantedOf(params.setting, body), body.reason);
    if (!asked.ok) return refusalOf(asked.refusal);
    return refusalUnlessSeen(asked.value, body.digest) ?? deps.fileRequest(asked.value, person);
  });
}

function wantedOf(
  setting: LenderSetting,
  { texts, effectiveFrom }: { texts: Record<string, string>; effectiveFrom: string | null },
): WantedSetting {
  return { setting, texts, effectiveFrom: effectiveFrom === null ? null : new Date(effectiveFrom) };
}

type Named = { versions: SavedSettingVersion[]; nameOf: NameOf };

async function readNamed(
  { db, lenderSettings }: SettingRouteDeps,
  setting: LenderSetting | null,
): Promise<Named> {
  await lenderSettings.refresh();
  const versions = await listSettingVersions(db, setting);
  const nameOf = await readStaffNames(
    db,
    versions.flatMap(({ savedBy, approvedBy }) => [savedBy, approvedBy]),
  );
  return { versions, nameOf };
}

function shown(
  { lenderSettings, clock }: SettingRouteDeps,
  setting: LenderSetting,
  { versions, nameOf }: Named,
  waiting: Shown['waiting'],
): Shown {
  const own = versions.filter((version) => version.setting === setting);
  // The versions are listed from the newest one.
  const running = runningVersion(own.toReversed(), clock.nowMs());
  const planned = own.findLast((version) => stateOfVersion(version, own, clock.nowMs()) === 'planned');
  const value = lenderSettings.current()[setting];
  return {
    setting,
    values: shownFields(setting, value),
    texts: settingDefinitions[setting].textsOf(value as never),
    running: running ? versionView(running, nameOf) : null,
    planned: planned
      ? { version: planned.version, effectiveFrom: planned.effectiveFrom.toISOString() }
      : null,
    waiting,
  };
}

function valuesOf<Name extends LenderSetting>(setting: Name, content: object): ShownVersion['values'] {
  return shownFields(setting, content as Parameters<typeof shownFields<Name>>[1]);
}

function versionView(version: SavedSettingVersion, nameOf: NameOf): NonNullable<Shown['running']> {
  return {
    version: version.version,
    effectiveFrom: version.effectiveFrom.toISOString(),
    savedAt: version.savedAt.toISOString(),
    madeBy: nameOf(version.savedBy),
    checkedBy: nameOf(version.approvedBy),
    requestId: version.requestId,
  };
}

function refusalOf(refusal: SettingRefusal): Reply<never> {
  return refusal.kind === 'nothing_different'
    ? refused(409, 'It has this value then already.', { reason: refusal.kind })
    : refused(400, refusal.sentence, { reason: refusal.kind, field: refusal.field });
}
