import { OPEN_STATES } from '../../book/loan/queries.ts';
import { type Database, statement } from '../../platform/database.ts';

const countStatement = statement<
  { applications: number; offers: number; loans: number },
  { productId: number | null }
>(
  'set-up: what keeps its price',
  `select
     (select count(*) from loan l where l.state = 'applied'
       and ($productId::integer is null or (l.terms ->> 'productId')::integer = $productId))::integer as applications,
     (select count(*) from counter_offer o where o.state = 'offered'
       and ($productId::integer is null or (o.terms ->> 'productId')::integer = $productId))::integer as offers,
     (select count(*) from loan l where l.state in ${OPEN_STATES} and l.state <> 'applied'
       and ($productId::integer is null or (l.terms ->> 'productId')::integer = $productId))::integer as loans`,
);

/** Applications, offers and loans with a price that a change of the product, or of the whole offer, does not touch. */
export async function countUntouched(
  db: Database,
  productId: number | null,
): Promise<{ applications: number; offers: number; loans: number }> {
  return (await db.row(countStatement, { productId }))!;
}
