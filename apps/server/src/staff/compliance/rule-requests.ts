import { type AlertRule, alertRules, whyNotValues } from '@thumba/contract/staff/alert-rules';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import { type RuleValues, type RuleVersion, valuesSentence } from './alert-rules.ts';
import { rulesInForce, saveVersion } from './rule-versions.ts';

export type RuleChange = { rule: AlertRule; isOn: boolean; values: RuleValues; version: number };

export function subjectOfRule(rule: AlertRule): string {
  return `alert rule ${rule}`;
}

/** What a second person is asked for: the next version of a rule. Refused with a sentence. */
export async function askForRule(
  db: Database,
  { rule, isOn, values, version }: RuleChange,
  reason: string,
): Promise<Outcome<AskedRequest, { kind: 'values' | 'moved_on' | 'nothing_different'; sentence: string }>> {
  const whyNot = whyNotValues(rule, values);
  if (whyNot !== undefined) return refuse({ kind: 'values', sentence: whyNot });
  const current = (await rulesInForce(db))[rule];
  if (current.version !== version)
    return refuse({ kind: 'moved_on', sentence: 'The rule has changed meanwhile. Look at it again.' });
  const effect = effectOf(current, { isOn, values });
  if (effect.length === 0)
    return refuse({ kind: 'nothing_different', sentence: 'Nothing would be different.' });
  return allow({
    kind: 'alert_rule_change',
    title: `Rule of alerts: ${alertRules[rule].title}`,
    subject: subjectOfRule(rule),
    ...{ borrowerId: null, loanId: null, ofStaffId: null, message: null },
    payload: { rule, isOn, values, before: version },
    effect,
    reason,
  });
}

function effectOf(current: RuleVersion, next: Pick<RuleVersion, 'isOn' | 'values'>): EffectLine[] {
  const text = ({ isOn }: { isOn: boolean }) => (isOn ? 'on' : 'off');
  const before = valuesSentence(current.rule, current.values);
  const after = valuesSentence(current.rule, next.values);
  return [
    ...(current.isOn === next.isOn ? [] : [{ title: 'The rule', before: text(current), after: text(next) }]),
    ...(before === after ? [] : [{ title: 'Values', before, after }]),
  ];
}

/** Saves the version that a second person approved. A second time it finds that it is saved. */
export async function changeRuleAsApproved(
  db: Database,
  { requestId, madeBy, payload, title }: ApprovedRequest,
  approvedBy: Actor,
  now: Date,
): Promise<Execution> {
  const change = payload as { rule: AlertRule; isOn: boolean; values: RuleValues; before: number };
  const isSaved = await saveVersion(db, change, { requestId, savedBy: madeBy, approvedBy, now });
  return isSaved
    ? { isDone: true, sentence: `Saved: ${title}. Payments from now on are looked at by it.` }
    : { isDone: false, sentence: 'The rule has changed since this was asked for. Ask again.' };
}
