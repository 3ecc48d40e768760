import type { StaffCallName } from '@thumba/contract/staff/calls';
import {
  BORROWER_GROUPS,
  DECIDED_GROUPS,
  DIRECTIONS,
  LOAN_GROUPS,
  PAYMENT_GROUPS,
} from '@thumba/contract/staff/list-words';
import { PAGE_SIZE, pick, type WantedCall } from './wanted-call.ts';

const UUID = '80000000-0000-4000-8000-000000000000';
/** Places in the middle of a sorted list, another for each call. */
const PLACES = {
  number: (number: number) => `${1 + ((number * 7919) % 1_000_000)}_0`,
  amount: (number: number) => `${10_000 + ((number * 7919) % 400_000)}_0`,
  disbursed: (number: number) => `2026-0${1 + (number % 9)}-15_0`,
  made: (number: number) => `2026-0${1 + (number % 9)}-15T10:00:00.000000Z_${UUID}`,
  decided: (number: number) => `2026-0${1 + (number % 9)}-15T10:00:00.000000Z_0`,
  points: (number: number) => `${(number * 37) % 600}_0`,
  step: (number: number) => `${1 + (number % 8)}_0`,
};

type Sorted = {
  title: string;
  name: StaffCallName;
  role: WantedCall['role'];
  groups: readonly string[];
  sorts: Record<string, (number: number) => string>;
};

const LISTS: readonly Sorted[] = [
  {
    title: 'all loans',
    name: 'listLoans',
    role: 'support',
    groups: ['all', ...Object.keys(LOAN_GROUPS)],
    sorts: { number: PLACES.number, disbursed: PLACES.disbursed, amount: PLACES.amount },
  },
  {
    title: 'all borrowers',
    name: 'listBorrowers',
    role: 'support',
    groups: BORROWER_GROUPS,
    sorts: { number: PLACES.number },
  },
  {
    title: 'all borrowers by step',
    name: 'listBorrowers',
    role: 'support',
    groups: ['all'],
    sorts: { step: PLACES.step },
  },
  {
    title: 'all payments',
    name: 'listPayments',
    role: 'finance',
    groups: ['all', ...Object.keys(PAYMENT_GROUPS)],
    sorts: { made: PLACES.made },
  },
  {
    title: 'decided applications',
    name: 'listDecided',
    role: 'underwriter',
    groups: ['all', ...DECIDED_GROUPS],
    sorts: { decided: PLACES.decided, points: PLACES.points },
  },
];

/** Each sorted list from its start and from its middle: each call with another sort, group and direction. */
export function sortedListCalls(): WantedCall[] {
  return LISTS.flatMap(({ title, name, role, groups, sorts }) => {
    const query = (number: number) => ({
      sort: pick(Object.keys(sorts), number),
      group: pick(groups, number),
      direction: pick(DIRECTIONS, Math.floor(number / 2)),
      pageSize: PAGE_SIZE,
    });
    return [
      { title, name, role, request: (number: number) => ({ query: query(number) }) },
      {
        title: `${title}, from the middle`,
        name,
        role,
        request: (number: number) => {
          const wanted = query(number);
          return { query: { ...wanted, after: sorts[wanted.sort]!(number) } };
        },
      },
    ];
  });
}
