/**
 * The SQL expression of the look-up hash that a writer stores: the one that is stored already in one of `columns`
 * (`table.column`), else the first. `hashes` is a parameter with the hashes under each live key. While keys change, all
 * rows about one value so have the same hash, and joins between them hold. With one live key there is nothing to look for:
 * a stored hash is the given one.
 */
export function adoptedHash(columns: readonly string[], hashes: string): string {
  const stored = columns.map((place) => {
    const [table, column] = place.split('.');
    return `(select ${column} from ${table} where ${column} = any (${hashes}::bytea[]) limit 1)`;
  });
  const first = `(${hashes}::bytea[])[1]`;
  return `case when cardinality(${hashes}::bytea[]) = 1 then ${first} else coalesce(${[...stored, first].join(', ')}) end`;
}
