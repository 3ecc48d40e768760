import { ALERT_RULES, type AlertRule } from '@thumba/contract/staff/alert-rules';
import type { Actor } from '../../book/actor.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import type { RuleValues, RuleVersion } from './alert-rules.ts';

type VersionRow = { rule: AlertRule; version: number; is_on: boolean; rule_values: RuleValues };

const currentStatement = statement<VersionRow>(
  'compliance: rules in force',
  `select distinct on (rule) rule, version, is_on, rule_values from alert_rule_version order by rule, version desc`,
);

/** Every rule in its newest version. */
export async function rulesInForce(db: Database | Transaction): Promise<Record<AlertRule, RuleVersion>> {
  const rows = await db.rows(currentStatement, {});
  const versions = rows.map((row) => [row.rule, versionOf(row)] as const);
  return Object.fromEntries(versions) as Record<AlertRule, RuleVersion>;
}

function versionOf({ rule, version, is_on: isOn, rule_values: values }: VersionRow): RuleVersion {
  return { rule, version, isOn, values };
}

export type SavedVersion = RuleVersion & { savedBy: Actor; approvedBy: Actor | null; savedAt: Date };

const historyStatement = statement<
  VersionRow & { saved_by: Actor; approved_by: Actor | null; saved_at: Date },
  { most: number }
>(
  'compliance: versions of the rules',
  `select rule, version, is_on, rule_values, saved_by, approved_by, saved_at
   from (select *, row_number() over (partition by rule order by version desc) as place from alert_rule_version) v
   where place <= $most order by rule, version desc`,
);

const MOST_VERSIONS = 20;

/** The newest versions of each rule, the newest first. */
export async function listVersions(db: Database): Promise<{ rule: AlertRule; versions: SavedVersion[] }[]> {
  const rows = await db.rows(historyStatement, { most: MOST_VERSIONS });
  return ALERT_RULES.map((rule) => ({
    rule,
    versions: rows
      .filter((row) => row.rule === rule)
      .map((row) => ({
        ...versionOf(row),
        ...{ savedBy: row.saved_by, approvedBy: row.approved_by, savedAt: row.saved_at },
      })),
  }));
}

const saveStatement = statement<
  { version: number },
  {
    rule: AlertRule;
    before: number;
    isOn: boolean;
    values: string;
    requestId: number;
    savedBy: Actor;
    approvedBy: Actor;
    now: Date;
  }
>(
  'compliance: save a version of a rule',
  `insert into alert_rule_version (rule, version, is_on, rule_values, request_id, saved_by, approved_by, saved_at)
   select $rule::text, $before::integer + 1, $isOn, $values::jsonb, $requestId, $savedBy, $approvedBy, $now
   where (select max(version) from alert_rule_version where rule = $rule::text) = $before::integer
   on conflict do nothing returning version`,
);

const versionOfRequestStatement = statement<{ version: number }, { requestId: number }>(
  'compliance: version of a request',
  'select version from alert_rule_version where request_id = $requestId',
);

/** Saves the version after `before`. False where the rule has another version meanwhile. Twice is the same as once. */
export async function saveVersion(
  db: Database,
  change: { rule: AlertRule; before: number; isOn: boolean; values: RuleValues },
  by: { requestId: number; savedBy: Actor; approvedBy: Actor; now: Date },
): Promise<boolean> {
  const { requestId } = by;
  if (await db.row(versionOfRequestStatement, { requestId })) return true;
  const values = JSON.stringify(change.values);
  return (await db.row(saveStatement, { ...change, ...by, values })) !== undefined;
}
