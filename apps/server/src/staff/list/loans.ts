import { LOAN_GROUPS, type LoanGroup, type LoanSort } from '@thumba/contract/staff/list-words';
import type { StaffAnswer, StaffQuery } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { readProducts } from '../../book/catalogue/product-names.ts';
import type { Database } from '../../platform/database.ts';
import {
  type ListOrder,
  type ListPlace,
  listStatements,
  pageOfList,
  type Walk,
} from '../../platform/sorted-list.ts';

type Listed = StaffAnswer<'listLoans'>['items'][number];

type LoanRow = {
  place: string;
  loan_id: number;
  borrower_id: number;
  state: Listed['state'];
  product_name: string;
  principal_ngwee: Ngwee;
  out_ngwee: Ngwee;
  applied_on: Day;
  disbursed_on: Day | null;
  worst_days_late: number;
};

const KEY = { key: 'l.loan_id', keyType: 'bigint' } as const;
const ORDERS: Record<LoanSort, ListOrder> = {
  number: { value: 'l.loan_id', type: 'bigint', ...KEY },
  disbursed: { value: 'l.disbursed_on', type: 'date', ...KEY },
  amount: { value: 'l.principal_ngwee', type: 'bigint', ...KEY },
};

/** As the index of migration 0179 has it. Loans without a product were taken on from another system. */
const IS_OF_PRODUCT = `coalesce((l.terms ->> 'productId')::integer, 0) = $product::integer`;

/** The loans of each state are read in the order of the index, as many as a page holds, and put together. */
function sqlOf(isWanted: string) {
  return ({ isBeyond, inOrder }: Walk, sort: LoanSort) => {
    const { value, key } = ORDERS[sort];
    return `with page as (
       select l.* from unnest($states::text[]) wanted (state)
       cross join lateral (
         select l.borrower_id, l.loan_id, l.state, l.terms ->> 'productName' as product_name, l.principal_ngwee,
           l.applied_on, l.disbursed_on, l.worst_days_late, ${value} as sort_value, ${key} as sort_key
         from loan l where l.state = wanted.state and ${isWanted} and ${isBeyond}${sort === 'disbursed' ? ' and l.disbursed_on is not null' : ''}
         ${inOrder()}
       ) l ${inOrder('l')}
     )
     select p.*, p.sort_value || '_' || p.loan_id as place,
       case when p.disbursed_on is null then 0 else coalesce((select sum(i.principal_ngwee - i.principal_paid_ngwee)
         from instalment i where i.borrower_id = p.borrower_id and i.loan_id = p.loan_id), 0) end::bigint as out_ngwee
     from page p ${inOrder('p')}`;
  };
}

const allOf = listStatements<LoanSort, LoanRow, { states: readonly string[] }>(
  'lists: loans',
  ORDERS,
  sqlOf('true'),
);
const ofProduct = listStatements<LoanSort, LoanRow, { states: readonly string[]; product: number }>(
  'lists: loans of a product',
  ORDERS,
  sqlOf(IS_OF_PRODUCT),
);

const ALL = Object.values(LOAN_GROUPS).flat();
const statesOf = (group: 'all' | LoanGroup): readonly string[] =>
  group === 'all' ? ALL : LOAN_GROUPS[group];

export async function listLoans(
  db: Database,
  { group, product, ...place }: StaffQuery<'listLoans'>,
): Promise<StaffAnswer<'listLoans'>> {
  const [rows, products] = await Promise.all([
    readLoans(db, { states: statesOf(group), product }, place),
    readProducts(db),
  ]);
  const { items, ...beside } = pageOfList(rows, place);
  return { ...beside, items: items.map(loanShown), products };
}

function readLoans(
  db: Database,
  { states, product }: { states: readonly string[]; product: number | undefined },
  place: ListPlace<LoanSort>,
): Promise<LoanRow[]> {
  if (product === undefined) {
    const { wanted, at } = allOf(place);
    return db.rows(wanted, { ...at, states });
  }
  const { wanted, at } = ofProduct(place);
  return db.rows(wanted, { ...at, states, product });
}

function loanShown(row: LoanRow): Listed {
  return {
    loanId: row.loan_id,
    borrowerId: row.borrower_id,
    state: row.state,
    productName: row.product_name,
    amount: toKwacha(row.principal_ngwee),
    principalOut: toKwacha(row.out_ngwee),
    appliedOn: row.applied_on,
    disbursedOn: row.disbursed_on,
    worstDaysLate: row.worst_days_late,
  };
}
