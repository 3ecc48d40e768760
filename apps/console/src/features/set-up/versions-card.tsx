import type { OfferPart } from '@thumba/contract/staff/offer-parts';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import type { EffectLine } from '../../ui/effect.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './set-up.module.css';
import { lineShown } from './shown-lines.ts';

type Version = StaffAnswer<'listOfferVersions'>['items'][number];

const STATES: Record<Version['state'], readonly [text: string, look: 'good' | 'warn' | 'plain']> = {
  running: ['counts', 'good'],
  planned: ['planned', 'warn'],
  earlier: ['earlier', 'plain'],
  withdrawn: ['withdrawn', 'plain'],
};

/** "Luyando Zulu, checked by Natasha Banda" */
export function peopleText({ madeBy, checkedBy }: Pick<Version, 'madeBy' | 'checkedBy'>): string {
  if (madeBy === null) return 'set up with the program';
  return checkedBy === null ? madeBy : `${madeBy}, checked by ${checkedBy}`;
}

const columnsOf = (part: OfferPart): readonly Column<Version>[] => [
  { title: 'Version', cell: ({ version }) => version },
  { title: 'State', cell: ({ state }) => <Badge look={STATES[state][1]}>{STATES[state][0]}</Badge> },
  { title: 'From', cell: ({ effectiveOn }) => dayText(effectiveOn) },
  { title: 'Made by', cell: (version) => peopleText(version), isExtra: true },
  {
    title: 'What changed',
    cell: ({ changes, version }) =>
      version === 1 ? (
        'the first version'
      ) : (
        <Changes changes={changes.map((line) => lineShown(part, line))} />
      ),
  },
  {
    title: 'Request',
    cell: ({ requestId }) =>
      requestId === null ? '–' : <Link href={`/requests/${requestId}`}>{requestId}</Link>,
    isRight: true,
    isExtra: true,
  },
];

function Changes({ changes }: { changes: readonly EffectLine[] }) {
  return (
    <ul className={styles.changes}>
      {changes.map(({ title, before, after }) => (
        <li key={title}>
          {title}: {before ?? 'none'} → {after ?? 'none'}
        </li>
      ))}
    </ul>
  );
}

/** Every version of a part of the offer, the newest first. */
export function VersionsCard({
  part,
  item,
  title = 'Versions',
}: {
  part: OfferPart;
  item: string;
  title?: string;
}) {
  const [before, setBefore] = useState<number>();
  const query = useStaffAnswer(
    'listOfferVersions',
    { params: { part, item }, query: { before, pageSize: 10 } },
    { isList: true },
  );
  return (
    <Card title={title} isFlush>
      <Answer query={query}>
        {({ items, next }) => (
          <>
            <Table label={title} rows={items} columns={columnsOf(part)} keyOf={({ version }) => version} />
            <Steps
              names={['Newest versions', 'Older versions']}
              onBefore={before === undefined ? undefined : () => setBefore(undefined)}
              onNext={next === null ? undefined : () => setBefore(next)}
            />
          </>
        )}
      </Answer>
    </Card>
  );
}
