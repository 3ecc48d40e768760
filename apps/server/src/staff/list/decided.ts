import { DECIDED_GROUPS, type DecidedGroup, type DecidedSort } from '@thumba/contract/staff/list-words';
import type { StaffAnswer, StaffQuery } from '@thumba/contract/staff/wire';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import type { Database } from '../../platform/database.ts';
import { type ListOrder, listStatements, pageOfList } from '../../platform/sorted-list.ts';

type Listed = StaffAnswer<'listDecided'>['items'][number];
type Outcome = 'approve' | 'refer' | 'decline';

type DecidedRow = {
  place: string;
  loan_id: number;
  borrower_id: number;
  ended_at: Date;
  outcome: Outcome;
  review_outcome: 'approve' | 'decline' | null;
  principal_ngwee: Ngwee;
  points: number;
  state: Listed['state'];
  worst_days_late: number;
};

const ENDED_AT = 'coalesce(d.reviewed_at, d.decided_at)';
const KEY = { key: 'd.loan_id', keyType: 'bigint' } as const;
const ORDERS: Record<DecidedSort, ListOrder> = {
  decided: { value: ENDED_AT, type: 'timestamptz', ...KEY },
  points: { value: 'd.points', type: 'bigint', ...KEY },
};
const PLACES: Record<DecidedSort, string> = {
  decided: `to_char(p.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  points: 'p.points',
};

/** What the rules said and what a person said, `''` where no person was asked. */
const PAIRS: Record<DecidedGroup, readonly (readonly [Outcome, 'approve' | 'decline' | ''])[]> = {
  approved_by_rules: [['approve', '']],
  declined_by_rules: [['decline', '']],
  approved_by_person: [
    ['approve', 'approve'],
    ['refer', 'approve'],
    ['decline', 'approve'],
  ],
  declined_by_person: [
    ['approve', 'decline'],
    ['refer', 'decline'],
    ['decline', 'decline'],
  ],
};

/** The decisions of each pair are read in the order of the index, as many as a page holds, and put together. */
const statementOf = listStatements<
  DecidedSort,
  DecidedRow,
  { outcomes: readonly string[]; reviews: readonly string[] }
>('lists: decided applications', ORDERS, ({ isBeyond, inOrder }, sort) => {
  const { value, key } = ORDERS[sort];
  return `with page as (
       select d.* from unnest($outcomes::text[], $reviews::text[]) wanted (outcome, review)
       cross join lateral (
         select d.borrower_id, d.loan_id, d.outcome, d.review_outcome, d.points, ${ENDED_AT} as ended_at,
           ${value} as sort_value, ${key} as sort_key
         from loan_decision d
         where d.outcome = wanted.outcome and coalesce(d.review_outcome, '') = wanted.review and ${isBeyond}
         ${inOrder()}
       ) d ${inOrder('d')}
     )
     select p.*, ${PLACES[sort]} || '_' || p.loan_id as place, l.principal_ngwee, l.state, l.worst_days_late
     from page p join loan l using (borrower_id, loan_id) ${inOrder('p')}`;
});

export async function listDecided(
  db: Database,
  { group, ...place }: StaffQuery<'listDecided'>,
): Promise<StaffAnswer<'listDecided'>> {
  const { wanted, at } = statementOf(place);
  const pairs = (group === 'all' ? DECIDED_GROUPS : [group]).flatMap((one) => PAIRS[one]);
  const rows = await db.rows(wanted, {
    ...at,
    outcomes: pairs.map(([outcome]) => outcome),
    reviews: pairs.map(([, review]) => review),
  });
  const { items, ...beside } = pageOfList(rows, place);
  return { ...beside, items: items.map(decidedShown) };
}

function decidedShown(row: DecidedRow): Listed {
  const by = row.review_outcome === null ? 'rules' : 'person';
  const isApproved = (row.review_outcome ?? row.outcome) === 'approve';
  return {
    loanId: row.loan_id,
    borrowerId: row.borrower_id,
    decidedAt: row.ended_at.toISOString(),
    group: isApproved ? `approved_by_${by}` : `declined_by_${by}`,
    amount: toKwacha(row.principal_ngwee),
    points: row.points,
    state: row.state,
    worstDaysLate: row.worst_days_late,
  };
}
