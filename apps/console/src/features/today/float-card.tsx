import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { coveredText, type Today } from './today-words.ts';

type Float = NonNullable<Today['float']>[number];

const FEW_HOURS = 12;

const columns: readonly Column<Float>[] = [
  { title: 'Operator', cell: ({ operator }) => OPERATOR_TITLES[operator] },
  { title: 'For payouts', isRight: true, cell: ({ payoutBalance }) => <Money kwacha={payoutBalance} /> },
  { title: 'Held', isRight: true, isExtra: true, cell: ({ heldPayouts }) => heldPayouts },
  { title: 'Covers', isRight: true, cell: ({ hoursCovered }) => <Covered hours={hoursCovered} /> },
];

/** Our money at the operators. */
export function FloatCard({ float }: { float: readonly Float[] }) {
  return (
    <Card title="Float" note="as our book has it" isFlush>
      <Table label="Float" rows={float} columns={columns} keyOf={({ operator }) => operator} />
    </Card>
  );
}

function Covered({ hours }: { hours: number | null }) {
  if (hours === null) return coveredText(hours);
  return <Badge look={hours < FEW_HOURS ? 'bad' : 'good'}>{coveredText(hours)}</Badge>;
}
