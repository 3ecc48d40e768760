import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type Relation = { relation: 'self' | 'relative'; mobile: string; declaredAt: Date };

const declareStatement = statement<
  never,
  {
    relationId: number;
    staffId: number;
    relation: Relation['relation'];
    mobileHash: Buffer;
    mobileHashes: Buffer[];
    mobileSealed: Buffer;
    now: Date;
  }
>(
  'staff access: declare a relation',
  `insert into staff_relation (relation_id, staff_id, relation, mobile_hash, mobile_sealed, declared_at)
   overriding system value
   select $relationId::bigint, $staffId::bigint, $relation::text, $mobileHash::bytea, $mobileSealed::bytea, $now::timestamptz
   where not exists (select from staff_relation where staff_id = $staffId and mobile_hash = any ($mobileHashes::bytea[]))`,
);

const nextRelationStatement = statement<{ relation_id: number }>(
  'staff access: number of a relation',
  `select nextval('staff_relation_relation_id_seq') as relation_id`,
);

/** A number that is declared already stays as it is. */
export async function declareRelation(
  { db, sealing }: { db: Database; sealing: Sealing },
  { staffId, relation, mobile, now }: Omit<Relation, 'declaredAt'> & { staffId: number; now: Date },
): Promise<void> {
  const { relation_id: relationId } = (await db.row(nextRelationStatement, {}))!;
  const mobileHashes = sealing.lookupHashes('mobile', mobile);
  await db.row(declareStatement, {
    relationId,
    staffId,
    relation,
    mobileHash: mobileHashes[0]!,
    mobileHashes,
    mobileSealed: sealing.seal('staff_relation.mobile_sealed', { relation_id: relationId }, mobile),
    now,
  });
}

const listStatement = statement<
  { relation_id: number; relation: Relation['relation']; mobile_sealed: Buffer; declared_at: Date },
  { staffId: number }
>(
  'staff access: list relations',
  'select relation_id, relation, mobile_sealed, declared_at from staff_relation where staff_id = $staffId order by relation_id',
);

export async function listRelations(
  { db, sealing }: { db: Database; sealing: Sealing },
  staffId: number,
): Promise<Relation[]> {
  const rows = await db.rows(listStatement, { staffId });
  return rows.map((row) => ({
    relation: row.relation,
    mobile: sealing.open('staff_relation.mobile_sealed', { relation_id: row.relation_id }, row.mobile_sealed),
    declaredAt: row.declared_at,
  }));
}

const isRelatedStatement = statement<{ is_related: boolean }, { staffId: number; borrowerId: number }>(
  'staff access: whether a borrower is the person or a relative',
  'select is_related_staff($staffId, $borrowerId) as is_related',
);

export async function isRelated(db: Database, staffId: number, borrowerId: number): Promise<boolean> {
  return (await db.row(isRelatedStatement, { staffId, borrowerId }))!.is_related;
}
