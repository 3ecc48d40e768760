import { formatCount } from '@thumba/lending/count';
import { day, formatDay } from '@thumba/lending/day';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Age } from '../../ui/time.tsx';
import { type Today, waitingWords } from './today-words.ts';

type Waiting = Today['waiting'][number];

const columnsOf = (businessDate: string): readonly Column<Waiting>[] => [
  { title: 'What', cell: (waiting) => <WhatWaits waiting={waiting} /> },
  {
    title: 'Count',
    isRight: true,
    cell: ({ count, isMore }) => (isMore ? `${formatCount(count)}+` : formatCount(count)),
  },
  {
    title: 'By',
    cell: ({ dueOn }) =>
      dueOn !== null && (
        <>
          {formatDay(day(dueOn))} {dueOn < businessDate && <Badge look="bad">late</Badge>}
        </>
      ),
  },
  {
    title: 'The oldest waits',
    isRight: true,
    isExtra: true,
    cell: ({ oldestAt }) => <Age since={oldestAt} />,
  },
];

/** What waits for this person, the oldest first. */
export function WaitingCard({ today: { waiting, businessDate } }: { today: Today }) {
  return (
    <Card title="Waiting for you" note="oldest first" isFlush>
      {waiting.length === 0 ? (
        <Empty title="Nothing waits for you">
          Here stand the applications, requests, complaints and payments that your roles let you work on.
        </Empty>
      ) : (
        <Table
          label="Waiting for you"
          rows={waiting}
          columns={columnsOf(businessDate)}
          keyOf={({ kind }) => kind}
          addressOf={({ kind }) => waitingWords[kind].address}
        />
      )}
    </Card>
  );
}

function WhatWaits({ waiting: { kind, count } }: { waiting: Waiting }) {
  const { one, many } = waitingWords[kind];
  return count === 1 ? one : many;
}
