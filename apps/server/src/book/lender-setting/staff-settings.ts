import { type LenderSetting, lenderSettings, requestOfSetting } from '@thumba/contract/staff/lender-settings';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Clock, DAY_MS, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { instantText } from '../../platform/date-text.ts';
import type { Actor } from '../actor.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../staff-request.ts';
import { type LiveSettings, runningVersion, stateOfVersion } from './live-settings.ts';
import {
  type SettingProblem,
  type SettingValues,
  settingDefinitions,
  shownFields,
} from './setting-definitions.ts';
import { listSettingVersions, type SavedSettingVersion, saveSettingVersion } from './setting-versions.ts';

export type SettingDeps = { db: Database; clock: Clock; lenderSettings: LiveSettings };

/** The fields of the form as texts, and the instant from which the value counts. Null: from the approval on. */
export type WantedSetting = {
  setting: LenderSetting;
  texts: Readonly<Record<string, string>>;
  effectiveFrom: Date | null;
};

export type SettingRefusal =
  | ({ kind: 'bad_value' } & SettingProblem)
  | ({ kind: 'bad_instant' } & SettingProblem)
  | { kind: 'nothing_different' };

/** Where a refusal is about the instant and about no field of the setting. */
const INSTANT_FIELD = 'effectiveFrom';

const MOST_DAYS_AHEAD = 366;

/** One request for another value of a setting waits at a time. */
export function subjectOfSetting(setting: LenderSetting): string {
  return `setting ${setting}`;
}

/** What a second person is asked for: the next version of a setting, beside the value that would count without it. */
export async function askForSetting(
  deps: SettingDeps,
  { setting, texts, effectiveFrom }: WantedSetting,
  reason: string,
): Promise<Outcome<AskedRequest, SettingRefusal>> {
  const problem = unknownField(setting, texts) ?? instantProblem(deps.clock, effectiveFrom);
  if (problem) return refuse(problem);
  const read = settingDefinitions[setting].read(texts);
  if (!read.ok) return refuse({ kind: 'bad_value', ...read.refusal });
  await deps.lenderSettings.refresh();
  const versions = await listSettingVersions(deps.db, setting);
  const nowMs = deps.clock.nowMs();
  const fromMs = effectiveFrom?.getTime() ?? nowMs;
  // What would count at that instant: a version that is planned for before it, or the value of now.
  const before = (runningVersion(versions.toReversed(), fromMs)?.content ??
    deps.lenderSettings.current()[setting]) as SettingValues[typeof setting];
  const effect = [...changedLines(setting, before, read.value), ...replacedPlans(versions, fromMs, nowMs)];
  if (effect.length === 0) return refuse({ kind: 'nothing_different' });
  const seenVersion = versions[0]?.version ?? 0;
  const countsFrom = effectiveFrom === null ? 'its approval' : instantText(effectiveFrom.toISOString());
  return allow({
    kind: requestOfSetting(setting),
    title: `${lenderSettings[setting].title}: version ${seenVersion + 1}`,
    subject: subjectOfSetting(setting),
    ...{ borrowerId: null, loanId: null, ofStaffId: null, message: null },
    payload: {
      ...{ setting, content: read.value, seenVersion },
      effectiveFrom: effectiveFrom?.toISOString() ?? null,
    },
    effect: [...effect, { title: 'Counts from', before: null, after: countsFrom }],
    reason,
  });
}

function unknownField(
  setting: LenderSetting,
  texts: WantedSetting['texts'],
): Extract<SettingRefusal, { kind: 'bad_value' }> | undefined {
  const unknown = Object.keys(texts).find((field) => !Object.hasOwn(lenderSettings[setting].fields, field));
  return unknown === undefined
    ? undefined
    : { kind: 'bad_value', field: unknown, sentence: 'This setting has no such field.' };
}

function instantProblem(
  clock: Clock,
  effectiveFrom: Date | null,
): Extract<SettingRefusal, { kind: 'bad_instant' }> | undefined {
  if (effectiveFrom === null) return undefined;
  const aheadMs = effectiveFrom.getTime() - clock.nowMs();
  const refused = (sentence: string) => ({ kind: 'bad_instant' as const, field: INSTANT_FIELD, sentence });
  if (aheadMs <= 0) return refused('Choose a time to come, or leave it empty for the time of the approval.');
  return aheadMs > MOST_DAYS_AHEAD * DAY_MS
    ? refused(`Choose a time within ${MOST_DAYS_AHEAD} days.`)
    : undefined;
}

function changedLines<Name extends LenderSetting>(
  setting: Name,
  before: SettingValues[Name],
  after: SettingValues[Name],
): EffectLine[] {
  const next = shownFields(setting, after);
  return shownFields(setting, before)
    .map(({ title, text }, index) => ({ title, before: text, after: next[index]!.text }))
    .filter((line) => line.before !== line.after);
}

/** Planned versions that would never count. That is how one is taken back. */
function replacedPlans(
  versions: readonly SavedSettingVersion[],
  fromMs: number,
  nowMs: number,
): EffectLine[] {
  return versions
    .filter((version) => stateOfVersion(version, versions, nowMs) === 'planned')
    .filter(({ effectiveFrom }) => effectiveFrom.getTime() >= fromMs)
    .map(({ version, effectiveFrom }) => ({
      title: `Version ${version}`,
      before: `planned from ${instantText(effectiveFrom.toISOString())}`,
      after: 'never counts',
    }));
}

type Payload = {
  setting: LenderSetting;
  content: object;
  seenVersion: number;
  effectiveFrom: string | null;
};

/** Saves the version that a second person approved, unless there is another one since. A second time it finds it. */
export async function changeSettingAsApproved(
  { db, clock, lenderSettings: live }: SettingDeps,
  { requestId, madeBy, payload }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const { setting, content, seenVersion, effectiveFrom } = payload as Payload;
  const from = effectiveFrom === null ? null : new Date(effectiveFrom);
  const now = toDate(clock.nowMs());
  const isSaved = await saveSettingVersion(db, {
    ...{ setting, seenVersion, content, effectiveFrom: from },
    ...{ requestId, savedBy: madeBy, approvedBy, now },
  });
  if (!isSaved)
    return { isDone: false, sentence: 'The setting has changed since this was asked for. Ask again.' };
  await live.refresh();
  const isPlanned = from !== null && from > now;
  const { title } = lenderSettings[setting];
  return {
    isDone: true,
    sentence: isPlanned
      ? `${title}: version ${seenVersion + 1} counts from ${instantText(from.toISOString())}.`
      : `${title}: version ${seenVersion + 1} counts from now on.`,
  };
}
