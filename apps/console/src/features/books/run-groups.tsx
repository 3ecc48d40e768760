import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';

/** A class or a stage of the losses of a month. */
export type Group = StaffAnswer<'getRun'>['classes'][number];

export const groupColumns: readonly Column<Group>[] = [
  { title: 'Group', cell: ({ name }) => name.replaceAll('_', ' ') },
  { title: 'Loans', isRight: true, cell: ({ loans }) => formatCount(loans) },
  { title: 'Gross', isRight: true, cell: ({ gross }) => <Money kwacha={gross} /> },
  { title: 'Expected losses', isRight: true, cell: ({ expectedLoss }) => <Money kwacha={expectedLoss} /> },
  { title: 'Regulator', isRight: true, cell: ({ provision }) => <Money kwacha={provision} />, isExtra: true },
  {
    title: 'In suspense',
    isRight: true,
    cell: ({ interestInSuspense }) => <Money kwacha={interestInSuspense} />,
    isExtra: true,
  },
  {
    title: 'Charged off',
    isRight: true,
    cell: ({ chargedOff }) => <Money kwacha={chargedOff} />,
    isExtra: true,
  },
];
