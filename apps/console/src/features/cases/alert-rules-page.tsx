import { alertRules, whyNotValues } from '@thumba/contract/staff/alert-rules';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './cases.module.css';

type Rule = StaffAnswer<'getAlertRules'>['items'][number];
type Version = Rule['versions'][number];
type Value = { title: string; unit: string };

function valuesOf(rule: Rule['rule']): [name: string, value: Value][] {
  return Object.entries(alertRules[rule].values as Record<string, Value>);
}

function valueText(value: number | undefined, unit: string): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  const text = value.toLocaleString('en');
  if (unit === 'kwacha') return `K${text}`;
  return unit === 'percent' ? `${text}%` : text;
}

/** The rules that look at payments. Two people change them. */
export function AlertRulesPage() {
  const query = useStaffAnswer('getAlertRules', {});
  const [asked, setAsked] = useState<Rule | null>(null);
  const { data } = query;
  return (
    <Page
      title="Rules of alerts"
      note={
        data?.lookedThrough && (
          <>
            payments are looked at until <Time at={data.lookedThrough} />
          </>
        )
      }
      actions={<ButtonLink to="/alerts">All alerts</ButtonLink>}
    >
      <Answer query={query}>
        {({ items }) => (
          <Cards isTwoColumns>
            {items.map((rule) => (
              <RuleCard key={rule.rule} rule={rule} onChange={() => setAsked(rule)} />
            ))}
          </Cards>
        )}
      </Answer>
      {asked && <ChangeDialog rule={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}

function RuleCard({ rule: { rule, versions, openRequest }, onChange }: { rule: Rule; onChange: () => void }) {
  const mayChange = usePerson().permissions.includes('decideCases');
  const { title, finds } = alertRules[rule];
  const [current, ...earlier] = versions;
  if (!current) return null;
  return (
    <Card title={title} note={current.isOn ? <Badge look="good">on</Badge> : <Badge look="plain">off</Badge>}>
      <p className={styles.note}>{finds}</p>
      <Facts
        facts={[
          ...valuesOf(rule).map(
            ([name, value]) => [value.title, valueText(current.values[name], value.unit)] as const,
          ),
          ['Version', <VersionText key="version" {...current} />],
          ...earlier.map(
            (version) =>
              [
                `Version ${version.version}`,
                `${version.isOn ? 'on' : 'off'}: ${valuesOf(rule)
                  .map(([name, value]) => `${value.title} ${valueText(version.values[name], value.unit)}`)
                  .join(', ')}`,
              ] as const,
          ),
        ]}
      />
      {openRequest && (
        <p className={styles.report}>
          <Link href={`/requests/${openRequest.requestId}`}>A change waits for a second person</Link>
        </p>
      )}
      {mayChange && !openRequest && (
        <Actions>
          <Button onClick={onChange}>
            Change<span className="visually-hidden"> the rule: {title}</span>
          </Button>
        </Actions>
      )}
    </Card>
  );
}

function VersionText({ version, savedBy, approvedBy, savedAt }: Version) {
  return (
    <>
      {version}, <Time at={savedAt} />{' '}
      {approvedBy === null ? '(as the program began)' : `by ${savedBy}, approved by ${approvedBy}`}
    </>
  );
}

function ChangeDialog({ rule: { rule, versions }, onClose }: { rule: Rule; onClose: () => void }) {
  const current = versions[0]!;
  const [isOn, setOn] = useState(current.isOn);
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(current.values).map(([name, value]) => [name, String(value)])),
  );
  const [isTried, setTried] = useState(false);
  const { send, sending } = useDialogSend('changeAlertRule', ['getAlertRules', 'getToday'], {
    onClose,
    says: ({ requestId }) => `Request ${requestId} waits for a second person of compliance.`,
  });
  const values = Object.fromEntries(
    valuesOf(rule).map(([name]) => [name, Number(typed[name] || Number.NaN)]),
  );
  const whyNot = whyNotValues(rule, values);
  const lines = [
    {
      title: 'The rule',
      before: current.isOn ? 'on' : 'off',
      after: isOn ? 'on' : 'off',
    },
    ...valuesOf(rule).map(([name, { title, unit }]) => ({
      title,
      before: valueText(current.values[name], unit),
      after: valueText(values[name], unit),
    })),
  ];
  return (
    <ConfirmDialog
      title={`Change: ${alertRules[rule].title}`}
      effect={lines.filter(({ before, after }) => before !== after)}
      checkers="Another person of compliance approves it. Payments from then on are looked at by it; what was found stays."
      action="Ask for the change"
      {...sending}
      check={() => {
        setTried(true);
        return whyNot === undefined;
      }}
      onConfirm={(reason) => send({ body: { rule, isOn, values, version: current.version, reason } })}
    >
      <Select
        label="The rule is"
        value={isOn ? 'on' : 'off'}
        choices={[
          { value: 'on', text: 'on' },
          { value: 'off', text: 'off' },
        ]}
        onChange={(chosen) => setOn(chosen === 'on')}
      />
      {valuesOf(rule).map(([name, { title }]) => (
        <TextField
          key={name}
          label={title}
          inputMode="numeric"
          value={typed[name] ?? ''}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
          problem={isTried && whyNot?.startsWith(`${title}:`) ? whyNot : undefined}
        />
      ))}
    </ConfirmDialog>
  );
}
