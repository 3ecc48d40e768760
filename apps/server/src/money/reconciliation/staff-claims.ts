import { CLAIM_ANSWERS, type ClaimAnswer } from '@thumba/contract/staff/claim-answers';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { AttemptState } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { type Actor, staffActor } from '../../book/actor.ts';
import { claimAnswerWords } from '../../book/claim-answer-words.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, pageOf, readPage } from '../../platform/page.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import {
  ANSWER_OF_PLACED,
  type AnsweringRefusal,
  answerClaim,
  CLAIMED_MONEY,
  type ClaimedMoney,
  IN_DAYS_OF_CLAIM,
  MAY_BE_FOUND,
} from './answer-claim.ts';
import type { MovementOutcome } from './statement-formats.ts';

export type StaffClaimDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  today(): Day;
  onNewMessages(): void;
};

type ClaimRow = {
  ticket_id: number;
  borrower_id: number;
  state: 'open' | 'found' | 'answered' | 'settled';
  claimed_at: Date;
  answered_at: Date | null;
  settled_at: Date | null;
};

const COLUMNS = 'ticket_id, borrower_id, state, claimed_at, answered_at, settled_at';

/** What borrowers say they paid. Each statement has an index of its own. */
const listStatements = {
  waiting: statement<ClaimRow & { total: number }, Page>(
    'claims: list waiting',
    `select count(*) over () as total, ${COLUMNS} from claim_ticket where state in ('open', 'found')
     order by claimed_at, ticket_id limit $limit offset $offset`,
  ),
  answered: statement<ClaimRow & { total: number }, Page>(
    'claims: list answered',
    `select count(*) over () as total, ${COLUMNS} from claim_ticket where state = 'answered'
     order by answered_at desc, ticket_id desc limit $limit offset $offset`,
  ),
  settled: statement<ClaimRow & { total: number }, Page>(
    'claims: list settled',
    `select count(*) over () as total, ${COLUMNS} from claim_ticket where state = 'settled'
     order by settled_at desc, ticket_id desc limit $limit offset $offset`,
  ),
};

const findStatement = statement<
  ClaimRow & {
    reference_hash: Buffer;
    reference_sealed: Buffer;
    attempt_id: string | null;
    answer: ClaimAnswer | null;
    answered_by: Actor | null;
    may_be_found: boolean;
    claimed_money: ClaimedMoney;
  },
  { ticketId: number }
>(
  'claims: find for staff',
  `select ${COLUMNS}, reference_hash, reference_sealed, attempt_id, answer, answered_by,
     ${MAY_BE_FOUND} as may_be_found, ${CLAIMED_MONEY} as claimed_money
   from claim_ticket t where ticket_id = $ticketId`,
);

const MOST_PAYMENTS = 20;

const paymentsStatement = statement<
  {
    attempt_id: string;
    state: AttemptState;
    operator: OperatorName;
    amount_ngwee: Ngwee;
    loan_id: number | null;
    operator_reference: string | null;
    receipt_no: string | null;
    created_at: Date;
    is_named: boolean;
  },
  { borrowerId: number; ticketId: number }
>(
  'claims: payments that it may be',
  `select p.attempt_id, p.state, p.operator, p.amount_ngwee, p.loan_id, p.operator_reference, p.receipt_no, p.created_at,
     p.attempt_id is not distinct from t.attempt_id as is_named
   from claim_ticket t join payment_attempt p using (borrower_id)
   where t.borrower_id = $borrowerId and t.ticket_id = $ticketId and p.direction = 'collection'
     and (p.attempt_id = t.attempt_id or ${IN_DAYS_OF_CLAIM})
   order by is_named desc, p.created_at desc limit ${MOST_PAYMENTS}`,
);

const rowsStatement = statement<
  {
    statement_id: number;
    line: number;
    operator: OperatorName;
    outcome: MovementOutcome;
    amount_ngwee: Ngwee;
    happened_at: Date;
    difference_id: number | null;
    piece_id: number | null;
    is_from_borrower: boolean;
  },
  { borrowerId: number; referenceHash: Buffer }
>(
  'claims: rows of statements that it may be',
  `select r.statement_id, r.line, r.operator, r.outcome, r.amount_ngwee, r.happened_at, d.difference_id,
     d.entry_id as piece_id,
     coalesce(r.borrower_id = $borrowerId, false) or (r.borrower_id is null and exists (select from repay_account a
       where a.borrower_id = $borrowerId and a.mobile_hash = r.mobile_hash)) as is_from_borrower
   from operator_statement_row r
   left join reconciliation_difference d on d.operator = r.operator and d.row_hash = r.row_hash
   where r.reference_hash = $referenceHash order by r.happened_at, r.line limit ${MOST_PAYMENTS}`,
);

/** "I paid": what borrowers say, beside what the books and the operators have. */
export function registerStaffClaimRoutes(server: StaffServer, deps: StaffClaimDeps): void {
  const { db, sealing } = deps;

  serveStaff(server, 'listClaims', async ({ query }) => {
    const { total, rows } = await readPage(db, listStatements[query.state], (page) => page, pageOf(query));
    return done({ total, items: rows.map(shown) });
  });

  serveStaff(server, 'answerClaim', async ({ params: { ticketId }, body: { answer } }, { person, note }) => {
    note({ answer });
    const answered = await answerClaim(deps, { ticketId, answer, actor: staffActor(person.userName) });
    if (!answered.ok) return refusedAnswer(db, answered.refusal);
    deps.onNewMessages();
    return done(null);
  });

  serveStaff(server, 'getClaim', async ({ params: { ticketId } }) => {
    const claim = await db.row(findStatement, { ticketId });
    if (!claim) return NOT_FOUND;
    const { borrower_id: borrowerId, reference_hash: referenceHash, reference_sealed: sealed } = claim;
    const [payments, rows] = await Promise.all([
      db.rows(paymentsStatement, { borrowerId, ticketId }),
      db.rows(rowsStatement, { borrowerId, referenceHash }),
    ]);
    return done({
      ...shown(claim),
      ...(await answersOf(db, claim)),
      reference:
        sealed.length === 0
          ? ''
          : sealing.open(
              'claim_ticket.reference_sealed',
              { borrower_id: borrowerId, ticket_id: ticketId },
              sealed,
            ),
      payments: payments.map((one) => ({
        paymentId: one.attempt_id,
        state: one.state,
        operator: one.operator,
        amount: toKwacha(one.amount_ngwee),
        loanId: one.loan_id,
        operatorReference: one.operator_reference,
        receiptNo: one.receipt_no,
        madeAt: one.created_at.toISOString(),
        isNamed: one.is_named,
      })),
      statementRows: rows.map((row) => ({
        statementId: row.statement_id,
        line: row.line,
        operator: row.operator,
        outcome: row.outcome,
        amount: toKwacha(row.amount_ngwee),
        happenedAt: row.happened_at.toISOString(),
        differenceId: row.difference_id,
        pieceId: row.piece_id,
        isFromBorrower: row.is_from_borrower,
      })),
    });
  });
}

function shown(row: ClaimRow): StaffAnswer<'listClaims'>['items'][number] {
  return {
    ticketId: row.ticket_id,
    borrowerId: row.borrower_id,
    state: row.state,
    claimedAt: row.claimed_at.toISOString(),
    answeredAt: row.answered_at === null ? null : row.answered_at.toISOString(),
    settledAt: row.settled_at === null ? null : row.settled_at.toISOString(),
  };
}

const MAY_BE_THE_ONE =
  'A payment of these days may still be the one that the borrower means. Ask the operator about it first.';

const IN_STATEMENT = 'A statement has its money by now: place it on the loan.';

type Answers = Pick<StaffAnswer<'getClaim'>, 'answer' | 'possibleAnswers' | 'whyNotAnswer'>;
type Answerable = {
  state: ClaimRow['state'];
  answer: ClaimAnswer | null;
  answered_by: Actor | null;
  may_be_found: boolean;
  claimed_money: ClaimedMoney;
};

/** What the borrower was told, and what they can be told, in the words that they read. */
async function answersOf(db: Database, claim: Answerable): Promise<Answers> {
  const { answer, answered_by: actor } = claim;
  const nameOf = await readStaffNames(db, actor === null ? [] : [actor]);
  const whyNotAnswer = claim.state === 'open' ? whyNot(claim) : null;
  const answers = claim.state === 'open' && whyNotAnswer === null ? answersTo(claim) : [];
  return {
    answer: answer && actor ? { answer, text: claimAnswerWords[answer], by: nameOf(actor) } : null,
    possibleAnswers: answers.map((one) => ({ answer: one, text: claimAnswerWords[one] })),
    whyNotAnswer,
  };
}

function whyNot({ may_be_found: mayBeFound, claimed_money: money }: Answerable): string | null {
  if (money === 'waits') return IN_STATEMENT;
  return mayBeFound ? MAY_BE_THE_ONE : null;
}

function answersTo({ claimed_money: money }: Answerable): ClaimAnswer[] {
  return money === 'placed' ? [ANSWER_OF_PLACED] : (Object.keys(CLAIM_ANSWERS) as ClaimAnswer[]);
}

async function refusedAnswer(db: Database, refusal: AnsweringRefusal): Promise<Reply<never>> {
  const reason = refusal.kind;
  switch (refusal.kind) {
    case 'no_such_claim':
      return NOT_FOUND;
    case 'may_be_found':
      return refused(409, MAY_BE_THE_ONE, { reason });
    case 'found':
      return refused(409, IN_STATEMENT, { reason });
    case 'placed':
      return refused(409, 'A statement has its money, and it has its place already.', { reason });
    case 'settled':
      return refused(409, 'Its payment is posted by now, and the borrower was told.', { reason });
    case 'answered': {
      const nameOf = await readStaffNames(db, [refusal.by]);
      return refused(409, `${nameOf(refusal.by)} answered this ticket already.`, { reason });
    }
  }
}
