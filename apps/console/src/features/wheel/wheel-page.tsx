import { WHEEL_NUMBERS } from '@thumba/contract/staff/wheel-words';
import { useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { WaitingChange } from '../set-up/waiting-change.tsx';
import type { Wheel } from './wheel-answer.ts';
import { WheelEditor } from './wheel-editor.tsx';

type Prize = Wheel['prizes'][number];

const PERCENT = WHEEL_NUMBERS / 100;

const columns: readonly Column<Prize>[] = [
  { title: 'Prize', cell: ({ name }) => name },
  { title: 'Odds', cell: ({ odds }) => `${odds / PERCENT}%`, isRight: true },
  { title: 'Drawn', cell: ({ drawn }) => drawn, isRight: true },
  { title: 'Given', cell: ({ given }) => given, isRight: true },
  { title: 'Left', cell: ({ left }) => left ?? 'no limit', isRight: true },
  {
    title: 'Takes off at most',
    cell: ({ greatestWorth }) => <Money kwacha={greatestWorth} />,
    isRight: true,
  },
];

/** The wheel that borrowers spin: its prizes, what it costs, and another one by two people. */
export function WheelPage() {
  const query = useStaffAnswer('getWheel', {});
  return (
    <Page title="Wheel" note="its prizes and odds, and what they cost">
      <Answer query={query}>{(wheel) => <WheelCards key={wheel.version} wheel={wheel} />}</Answer>
    </Page>
  );
}

function WheelCards({ wheel }: { wheel: Wheel }) {
  const mayChange = usePerson().permissions.includes('changeCampaigns') && wheel.waiting === null;
  const [isEditing, setEditing] = useState(false);
  useKeys(
    'The wheel',
    mayChange && !isEditing ? [{ keys: 'w', does: 'Make another wheel', run: () => setEditing(true) }] : [],
  );
  return (
    <Cards>
      {wheel.waiting && <WaitingChange kind="wheel_change" waiting={wheel.waiting} />}
      {isEditing && <WheelEditor wheel={wheel} onClose={() => setEditing(false)} />}
      <Card
        title="Prizes"
        note={`version ${wheel.version}`}
        isFlush
        actions={
          mayChange &&
          !isEditing && (
            <Button keys="W" onClick={() => setEditing(true)}>
              Another wheel
            </Button>
          )
        }
      >
        <Table label="Prizes" rows={wheel.prizes} columns={columns} keyOf={({ name }) => name} />
      </Card>
      <CostCard wheel={wheel} />
    </Cards>
  );
}

function CostCard({ wheel }: { wheel: Wheel }) {
  return (
    <Card title="Cost" note="in the long run, if each coupon is used and takes off what it can">
      <Facts
        facts={[
          ['A spin, at most', <Money key="spin" kwacha={wheel.costPerSpin} />],
          ['The spins of 30 days, at most', <Money key="month" kwacha={wheel.costPerMonth} />],
          ['Spins of the last 30 days', wheel.spinsOfMonth],
          ['Spins of this version', wheel.spins],
          ['What used coupons of the wheel took off so far', <Money key="cost" kwacha={wheel.cost} />],
          ['A chance lasts', `${wheel.chanceDays} days`],
          ['Asked by', wheel.madeBy ?? 'the program'],
          ['Approved by', wheel.checkedBy],
          ['Since', <Time key="since" at={wheel.savedAt} />],
        ]}
      />
    </Card>
  );
}
