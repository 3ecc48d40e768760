import { statement, type Transaction } from '../../platform/database.ts';

const readProductsStatement = statement<{ productId: number; name: string }>(
  'insight: products',
  `select distinct on (item) (content ->> 'productId')::integer as "productId", content ->> 'name' as name
   from catalogue_version where part = 'product' order by item, version desc`,
);

/** Every product that was ever saved, by its newest name. */
export async function readProducts(book: Transaction): Promise<{ productId: number; name: string }[]> {
  const products = await book.rows(readProductsStatement, {});
  return products.toSorted((a, b) => a.productId - b.productId);
}
