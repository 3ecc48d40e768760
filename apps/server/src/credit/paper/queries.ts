import type { Day } from '@thumba/lending/day';
import type { LedgerAccount, OperatorName } from '@thumba/lending/ledger';
import type { LoanEvent, LoanState } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { REVERSAL_EVENT_KINDS } from '@thumba/lending/payment-event';
import { type Identity, openIdentity } from '../../people/borrower/applicant.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { RowOf } from '../../platform/sealed-columns.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { sqlList } from '../../platform/sql-list.ts';
import type { BookedEntry } from './movements.ts';
import type { PaperContent, PaperKind } from './paper-content.ts';

const readEntriesStatement = statement<
  {
    events: (LoanEvent & { on: Day })[];
    transfers: [debitAccount: LedgerAccount, creditAccount: LedgerAccount, amountNgwee: Ngwee][] | null;
    business_on: Day | null;
    first_on: Day;
    recorded_at: Date;
  },
  { borrowerId: number; loanId: number; version: number }
>(
  'paper: read entries',
  `select e.events, t.transfers, t.business_on, e.first_on, e.recorded_at
   from (
     select entry_id, loan_version, recorded_at, min(on_day) as first_on,
       json_agg((detail - 'posting') || jsonb_build_object('kind', kind, 'on', on_day) order by ordinal) as events
     from loan_event where borrower_id = $borrowerId and loan_id = $loanId and loan_version <= $version
     group by entry_id, loan_version, recorded_at
   ) e
   left join lateral (
     select json_agg(json_build_array(debit_account, credit_account, amount_ngwee) order by line) as transfers,
       min(business_on) as business_on
     from ledger_transfer where borrower_id = $borrowerId and loan_id = $loanId and entry_id = e.entry_id
   ) t on true
   order by e.loan_version`,
);

/**
 * The entries of a loan up to the version that was read, oldest first. Later entries would not add up to that version.
 * Every entry that changes what is owed has an event, so none is missed.
 */
export async function readEntries(
  db: Database,
  borrowerId: number,
  { loanId, version }: { loanId: number; version: number },
): Promise<BookedEntry[]> {
  const rows = await db.rows(readEntriesStatement, { borrowerId, loanId, version });
  return rows.map((row) => ({
    on: row.business_on ?? row.first_on,
    at: row.recorded_at.toISOString(),
    events: row.events,
    transfers: (row.transfers ?? []).map(([debitAccount, creditAccount, amountNgwee]) => ({
      debitAccount,
      creditAccount,
      amountNgwee,
    })),
  }));
}

const findIdentityStatement = statement<{ identity_sealed: Buffer }, { borrowerId: number }>(
  'paper: find identity',
  'select identity_sealed from borrower_identity where borrower_id = $borrowerId',
);

export async function findIdentity(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
): Promise<Identity | undefined> {
  const row = await db.row(findIdentityStatement, { borrowerId });
  return row && openIdentity(sealing, borrowerId, row.identity_sealed);
}

const findPayerStatement = statement<
  {
    operator: OperatorName;
    msisdn_sealed: Buffer;
    operator_reference: string | null;
  },
  { borrowerId: number; attemptId: string }
>(
  'paper: find payer',
  `select operator, msisdn_sealed, operator_reference from payment_attempt
   where borrower_id = $borrowerId and attempt_id = $attemptId`,
);

/** The account that a payment came from, and the operator's reference. */
export async function findPayer(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
  attemptId: string,
): Promise<{ operator: OperatorName; mobile: string; operatorReference: string | null } | undefined> {
  const row = await db.row(findPayerStatement, { borrowerId, attemptId });
  return (
    row && {
      operator: row.operator,
      mobile: sealing.open(
        'payment_attempt.msisdn_sealed',
        { borrower_id: borrowerId, attempt_id: attemptId },
        row.msisdn_sealed,
      ),
      operatorReference: row.operator_reference,
    }
  );
}

export type IssuedPaper = { code: string; content: PaperContent; issuedOn: Day; issuedAt: Date };

type PaperRow = RowOf<'paper.content_sealed'> & {
  code: string;
  content_sealed: Buffer;
  issued_on: Day;
  issued_at: Date;
};

const findPaperStatement = statement<
  PaperRow,
  {
    borrowerId: number;
    loanId: number;
    kind: 'contract' | 'receipt' | 'statement' | 'paid_up_letter';
    subject: string;
  }
>(
  'paper: find',
  `select borrower_id, loan_id, kind, subject, code, content_sealed, issued_on, issued_at from paper
   where borrower_id = $borrowerId and loan_id = $loanId and kind = $kind and subject = $subject`,
);

export async function findPaper(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
  paper: { loanId: number; kind: PaperKind; subject: string },
): Promise<IssuedPaper | undefined> {
  const row = await db.row(findPaperStatement, {
    borrowerId,
    loanId: paper.loanId,
    kind: paper.kind,
    subject: paper.subject,
  });
  return row && issuedPaper(sealing, row);
}

function issuedPaper(sealing: Sealing, row: PaperRow): IssuedPaper {
  return {
    code: row.code,
    content: JSON.parse(sealing.open('paper.content_sealed', row, row.content_sealed)) as PaperContent,
    issuedOn: row.issued_on,
    issuedAt: row.issued_at,
  };
}

const findPaperByCodeStatement = statement<
  PaperRow & { state: LoanState; taken_back_on: Day | null },
  { code: string }
>(
  'paper: find by code',
  `select p.borrower_id, p.loan_id, p.kind, p.subject, p.code, p.content_sealed, p.issued_on, p.issued_at, l.state,
     (select max(e.on_day) from loan_event e
      where e.borrower_id = p.borrower_id and e.loan_id = p.loan_id and e.kind in ${sqlList(REVERSAL_EVENT_KINDS)}
        and p.kind = 'receipt' and e.detail ->> 'reversedReceiptNo' = p.subject) as taken_back_on
   from paper_by_code c
   join paper p on p.borrower_id = c.borrower_id and p.loan_id = c.loan_id and p.kind = c.kind
     and p.subject = c.subject
   join loan l on l.borrower_id = c.borrower_id and l.loan_id = c.loan_id
   where c.code = $code`,
);

/** The present state of a paper's loan and, for a receipt, of its payment. */
export type PaperStanding = { loanState: LoanState; takenBackOn: Day | null };

export async function findPaperByCode(
  db: Database,
  sealing: Sealing,
  code: string,
): Promise<(IssuedPaper & PaperStanding) | undefined> {
  const row = await db.row(findPaperByCodeStatement, { code });
  return row && { ...issuedPaper(sealing, row), loanState: row.state, takenBackOn: row.taken_back_on };
}
