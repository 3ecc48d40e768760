import {
  type LenderSetting,
  lenderSettings,
  requestOfSetting,
  startOfSetting,
} from '@thumba/contract/staff/lender-settings';
import { useState } from 'react';
import { Link } from 'wouter';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { WaitingChange } from '../set-up/waiting-change.tsx';
import { SettingEditor } from './setting-editor.tsx';
import {
  byText,
  instantText,
  type Setting,
  type SettingVersion,
  START_WORDS,
  valuesText,
} from './setting-words.ts';

/** One setting: its value of now, its versions, and another value by two people. */
export function SettingPage({ setting }: { setting: string }) {
  const query = useStaffAnswer('getSetting', { params: { setting: setting as LenderSetting } });
  const title = Object.hasOwn(lenderSettings, setting)
    ? lenderSettings[setting as LenderSetting].title
    : 'Setting';
  return (
    <Page title={title} note="a setting of the lender">
      <Answer query={query}>
        {(found) => <SettingCards key={found.versions[0]?.version ?? 0} setting={found} />}
      </Answer>
    </Page>
  );
}

function SettingCards({ setting }: { setting: Setting }) {
  const mayChange = usePerson().permissions.includes('changeSettings') && setting.waiting === null;
  const [isEditing, setEditing] = useState(false);
  useKeys(
    'This setting',
    mayChange && !isEditing ? [{ keys: 'w', does: 'Write another value', run: () => setEditing(true) }] : [],
  );
  return (
    <Cards>
      {setting.waiting && (
        <WaitingChange kind={requestOfSetting(setting.setting)} waiting={setting.waiting} />
      )}
      <Card
        title="Value of now"
        actions={
          mayChange &&
          !isEditing && (
            <Button keys="W" onClick={() => setEditing(true)}>
              Another value
            </Button>
          )
        }
      >
        <NowFacts setting={setting} />
      </Card>
      {isEditing && <SettingEditor setting={setting} onClose={() => setEditing(false)} />}
      <VersionsCard setting={setting} />
    </Cards>
  );
}

function NowFacts({ setting: { setting, values, running, planned } }: { setting: Setting }) {
  return (
    <Facts
      facts={[
        ...values.map(({ title, text }) => [title, text] as const),
        [
          'Since',
          running ? (
            <Time key="since" at={running.effectiveFrom} />
          ) : (
            START_WORDS[startOfSetting(setting)].since
          ),
        ],
        ['By', running && byText(running)],
        ['What it says', lenderSettings[setting].purpose],
        ['Next', planned && `version ${planned.version} from ${instantText(planned.effectiveFrom)}`],
      ]}
    />
  );
}

const STATES: Record<SettingVersion['state'], readonly [text: string, look: 'good' | 'warn' | 'plain']> = {
  running: ['counts', 'good'],
  planned: ['planned', 'warn'],
  earlier: ['earlier', 'plain'],
  never_counted: ['never counted', 'plain'],
};

const versionColumns: readonly Column<SettingVersion>[] = [
  { title: 'Version', cell: ({ version }) => version },
  { title: 'Value', cell: ({ values }) => valuesText(values) },
  {
    title: 'From',
    // In one cell with the state, so that the table fits a phone.
    cell: ({ state, effectiveFrom }) => (
      <>
        <Badge look={STATES[state][1]}>{STATES[state][0]}</Badge> <Time at={effectiveFrom} />
      </>
    ),
  },
  { title: 'By', cell: (version) => byText(version), isExtra: true },
  {
    title: 'Request',
    cell: ({ requestId }) => <Link href={`/requests/${requestId}`}>{requestId}</Link>,
    isRight: true,
    isExtra: true,
  },
];

function VersionsCard({ setting: { setting, versions } }: { setting: Setting }) {
  return (
    <Card title="Versions" note="the newest first" isFlush={versions.length > 0}>
      {versions.length === 0 ? (
        <p>{START_WORDS[startOfSetting(setting)].versions}</p>
      ) : (
        <Table label="Versions" rows={versions} columns={versionColumns} keyOf={({ version }) => version} />
      )}
    </Card>
  );
}
