import type { ReadIdentity } from '@thumba/identity/card-agreement';
import type { BirthSpan } from '@thumba/identity/screening';
import type { Ngwee } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import { WAITS_FOR_PERSON } from '../../book/payment-attempt/claim-held-payout.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Identity, openIdentity } from '../borrower/applicant.ts';
import { HIT_SHOWN, type HitDecision } from './decide-hit.ts';
import type { Finding, HitState } from './next-hits.ts';
import { openFinding, type ScreenDeps } from './screen.ts';

type Deps = { db: Database; sealing: Sealing };

/** Which hits are listed. Decided ones are also those that ended by themselves. */
export type CaseGroup = 'open' | 'confirmed' | 'decided';

export type ListedCase = {
  hitId: number;
  borrowerId: number;
  state: HitState;
  foundAt: Date;
  decidedAt: Date | null;
  finding: Finding;
  identity: Identity | undefined;
};

type CaseRow = {
  hit_id: number;
  borrower_id: number;
  state: HitState;
  found_at: Date;
  decided_at: Date | null;
  finding_sealed: Buffer;
  identity_sealed: Buffer | null;
};

const COLUMNS = `h.hit_id, h.borrower_id, h.state, h.found_at, h.decided_at, h.finding_sealed, i.identity_sealed`;

type ListValues = { staffId: number; limit: number; offset: number };

/** A case about the person who looks, or a relative whom they declared, is not in their list. */
const listOf = (name: string, where: string, order: string) =>
  statement<CaseRow & { total: number }, ListValues>(
    `screening: ${name}`,
    `select ${COLUMNS}, count(*) over ()::integer as total
     from screening_hit h left join borrower_identity i using (borrower_id)
     where ${where} and not is_related_staff($staffId, h.borrower_id)
     order by ${order} limit $limit offset $offset`,
  );

const listStatements: Record<CaseGroup, ReturnType<typeof listOf>> = {
  open: listOf('open cases', `h.state = 'open'`, 'h.found_at, h.hit_id'),
  confirmed: listOf('confirmed cases', `h.state = 'confirmed'`, 'h.found_at, h.hit_id'),
  decided: listOf(
    'decided cases',
    `h.decided_at is not null and h.state in ('cleared', 'released', 'ended')`,
    'h.decided_at desc, h.hit_id desc',
  ),
};

/** The hits of a group: the longest wait first, and of decided ones the last decision. For compliance only. */
export async function listCases(
  { db, sealing }: Deps,
  { group, staffId, page }: { group: CaseGroup; staffId: number; page: Page },
): Promise<{ total: number; cases: ListedCase[] }> {
  const valuesOf = ({ limit, offset }: Page) => ({ staffId, limit, offset });
  const { total, rows } = await readPage(db, listStatements[group], valuesOf, page);
  return { total, cases: rows.map((row) => caseOf(sealing, row)) };
}

function caseOf(sealing: Sealing, row: CaseRow): ListedCase {
  return {
    hitId: row.hit_id,
    borrowerId: row.borrower_id,
    state: row.state,
    foundAt: row.found_at,
    decidedAt: row.decided_at,
    finding: openFinding(sealing, row, row.finding_sealed),
    identity: row.identity_sealed ? openIdentity(sealing, row.borrower_id, row.identity_sealed) : undefined,
  };
}

type Person = { name: string; birthDate: string | null };

export type WholeCase = ListedCase & {
  shown: string;
  listLabel: string | null;
  listedNames: string[];
  listedBirths: BirthSpan[];
  read: Person | undefined;
  mobile: string | null;
  registeredAt: Date;
  loans: number;
  waitingLoanId: number | null;
  waitingPayouts: { loanId: number | null; amountNgwee: Ngwee; since: Date }[];
  decision: { actor: Actor; at: Date; reason: string } | undefined;
  history: { at: Date; actor: Actor; decision: HitDecision }[];
  others: ListedCase[];
};

type WholeRow = CaseRow & {
  shown: string;
  reading_sealed: Buffer | null;
  mobile_sealed: Buffer;
  registered_at: Date;
  loans: number;
  waiting_loan_id: number | null;
  reason_sealed: Buffer | null;
  decided_by: Actor | null;
};

const readStatement = statement<WholeRow, { hitId: number }>(
  'screening: read case',
  `select ${COLUMNS}, ${HIT_SHOWN} as shown, h.reason_sealed, h.decided_by, b.mobile_sealed, b.registered_at,
     (select r.reading_sealed from card_reading r
       where r.borrower_id = i.borrower_id and r.front_file_id = i.front_file_id) as reading_sealed,
     (select count(*)::integer from loan l where l.borrower_id = h.borrower_id) as loans,
     (select max(l.loan_id) from loan l where l.borrower_id = h.borrower_id and l.state = 'applied') as waiting_loan_id
   from screening_hit h join borrower b using (borrower_id) left join borrower_identity i using (borrower_id)
   where h.hit_id = $hitId`,
);

const listOthersStatement = statement<CaseRow, { borrowerId: number; hitId: number }>(
  'screening: other cases of the borrower',
  `select ${COLUMNS} from screening_hit h left join borrower_identity i using (borrower_id)
   where h.borrower_id = $borrowerId and h.hit_id <> $hitId order by h.hit_id limit 50`,
);

const listPayoutsStatement = statement<
  { loan_id: number | null; amount_ngwee: Ngwee; held_since: Date },
  { borrowerId: number }
>(
  'screening: payouts that wait',
  `select loan_id, amount_ngwee, coalesce(held_since, created_at) as held_since from payment_attempt
   where borrower_id = $borrowerId and ${WAITS_FOR_PERSON} order by created_at`,
);

const readLabelStatement = statement<{ label: string }, { listKind: string }>(
  'screening: label of a list',
  'select label from screening_import where list_kind = $listKind order by revision desc limit 1',
);

/** The audit keeps every decision. The hit has the last one. */
const readHistoryStatement = statement<
  { happened_at: Date; actor: Actor; decision: HitDecision },
  { borrowerId: number; hitId: number }
>(
  'screening: decisions on a case',
  `select happened_at, actor, detail ->> 'decision' as decision from staff_audit
   where borrower_id = $borrowerId and call = 'decideCase' and outcome = 'done' and subject_id = $hitId
   order by entry_id`,
);

/** One case with what a decision needs. For compliance only. */
export async function readCase(
  { db, sealing, openCard }: ScreenDeps,
  hitId: number,
): Promise<WholeCase | undefined> {
  const row = await db.row(readStatement, { hitId });
  if (!row) return undefined;
  const borrowerId = row.borrower_id;
  const one = caseOf(sealing, row);
  const [others, payouts, label, history] = await Promise.all([
    db.rows(listOthersStatement, { borrowerId, hitId }),
    db.rows(listPayoutsStatement, { borrowerId }),
    db.row(readLabelStatement, { listKind: one.finding.listKind }),
    db.rows(readHistoryStatement, { borrowerId, hitId }),
  ]);
  const [listedNames, listedBirths] = JSON.parse(one.finding.entry) as [string[], BirthSpan[]];
  return {
    ...one,
    ...{ listedNames, listedBirths },
    shown: row.shown,
    listLabel: label?.label ?? null,
    read: row.reading_sealed ? personOnCard(openCard(sealing, borrowerId, row.reading_sealed)) : undefined,
    mobile:
      row.mobile_sealed.length === 0 ? null : sealing.open('borrower.mobile_sealed', row, row.mobile_sealed),
    registeredAt: row.registered_at,
    loans: row.loans,
    waitingLoanId: row.waiting_loan_id,
    waitingPayouts: payouts.map(({ loan_id: loanId, amount_ngwee: amountNgwee, held_since: since }) => ({
      ...{ loanId, amountNgwee, since },
    })),
    decision:
      row.reason_sealed && row.decided_by && row.decided_at
        ? {
            actor: row.decided_by,
            at: row.decided_at,
            reason: sealing.open('screening_hit.reason_sealed', row, row.reason_sealed),
          }
        : undefined,
    history: history.map(({ happened_at: at, actor, decision }) => ({ at, actor, decision })),
    others: others.map((other) => caseOf(sealing, other)),
  };
}

/** Nothing where neither a name nor a date was believed. */
function personOnCard({ firstName = '', lastName = '', birthDate }: ReadIdentity): Person | undefined {
  const name = `${firstName} ${lastName}`.trim();
  return name === '' && !birthDate ? undefined : { name, birthDate: birthDate ?? null };
}
