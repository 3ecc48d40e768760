import { setTimeout as wait } from 'node:timers/promises';
import { OPEN_STATES } from '../../book/loan/queries.ts';
import type { Identity } from '../../people/borrower/applicant.ts';
import {
  type BureauAnswer,
  openBureauAnswer,
  sealBureauAnswer,
} from '../../people/borrower/bureau-answer.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Bureau, BureauReply } from './bureau.ts';

/** What is known of other lenders for an application. */
type EnquiryOutcome =
  | { kind: 'answered'; enquiryId: number; answer: BureauAnswer }
  /** The borrower does not allow it, or there was no usable answer in time. */
  | { kind: 'none'; enquiryId: number | null };

type EnquireDeps = { db: Database; sealing: Sealing; clock: Clock; log: Log; timeoutMs: number };
type Applicant = { borrowerId: number; identity: Identity };

/** A question whose process died. No question takes this long. */
const LEFT_AFTER_MS = 60_000;
/** An application that was not written in the end was asked for: its answer serves the next one. */
const USED_AGAIN_WITHIN_MS = 24 * 60 * 60_000;
const LOOK_MS = 200;

const endLeftStatement = statement<never, { borrowerId: number; now: Date; leftBefore: Date }>(
  'bureau: end a question that was left',
  `update bureau_enquiry set state = 'silent', cause = 'left', ended_at = $now
   where borrower_id = $borrowerId and state = 'asked' and asked_at < $leftBefore::timestamptz`,
);

type Begun = {
  has_consent: boolean;
  has_open_loan: boolean;
  new_enquiry_id: number | null;
  used_enquiry_id: number | null;
  answer_sealed: Buffer | null;
};

/** Uses the answer for an application that was not written, or begins a question. It does neither without the consent. */
const beginStatement = statement<Begun, { borrowerId: number; now: Date; usableFrom: Date }>(
  'bureau: begin a question',
  `with consent as (
     select c.wording_version from consent_given g, lateral (
       select wording_version from consent_change c
       where c.borrower_id = g.borrower_id and c.kind = g.kind order by c.ordinal desc limit 1) c
     where g.borrower_id = $borrowerId and g.kind = 'bureau' for key share of g
   ),
   used as (
     select u.enquiry_id, u.answer_sealed from bureau_enquiry u
     where u.borrower_id = $borrowerId and u.state = 'answered' and u.asked_at > $usableFrom::timestamptz
       and not exists (select from loan_decision d where d.borrower_id = u.borrower_id
         and (d.inputs ->> 'bureauEnquiryId')::bigint = u.enquiry_id)
     order by u.enquiry_id desc limit 1
   ),
   begun as (
     insert into bureau_enquiry (borrower_id, consent_version, asked_at, state)
     select $borrowerId, wording_version, $now, 'asked' from consent
     where not exists (select from used)
       and not exists (select from loan l where l.borrower_id = $borrowerId and l.state in ${OPEN_STATES})
     on conflict do nothing
     returning enquiry_id
   )
   select exists (select from consent) as has_consent,
     exists (select from loan l where l.borrower_id = $borrowerId and l.state in ${OPEN_STATES}) as has_open_loan,
     (select enquiry_id from begun) as new_enquiry_id,
     (select enquiry_id from used) as used_enquiry_id, (select answer_sealed from used) as answer_sealed`,
);

const endStatement = statement<
  never,
  {
    borrowerId: number;
    enquiryId: number;
    state: 'answered' | 'silent';
    cause: string | null;
    answerSealed: Buffer | null;
    now: Date;
  }
>(
  'bureau: end a question',
  `update bureau_enquiry set state = $state, cause = $cause, answer_sealed = $answerSealed, ended_at = $now
   where borrower_id = $borrowerId and enquiry_id = $enquiryId and state = 'asked'`,
);

/**
 * Asks a bureau about the borrower of an application, only with the consent. The answer serves one application, also
 * where it is sent several times. It never takes much longer than the time limit, and never fails for what the bureau
 * does. Rule: docs/rules/bureau.md.
 */
export function enquiries(
  deps: EnquireDeps & { bureau: Bureau },
): (applicant: Applicant) => Promise<EnquiryOutcome> {
  return async (applicant) => {
    const { borrowerId } = applicant;
    const endsAtMs = performance.now() + deps.timeoutMs;
    for (;;) {
      const nowMs = deps.clock.nowMs();
      const now = toDate(nowMs);
      await deps.db.rows(endLeftStatement, { borrowerId, now, leftBefore: toDate(nowMs - LEFT_AFTER_MS) });
      const usableFrom = toDate(nowMs - USED_AGAIN_WITHIN_MS);
      const begun = (await deps.db.row(beginStatement, { borrowerId, now, usableFrom }))!;
      // With an open loan the application is refused when it is written: the other one of two at once came first.
      if (!begun.has_consent || begun.has_open_loan) return { kind: 'none', enquiryId: null };
      if (begun.used_enquiry_id !== null) return opened(deps, borrowerId, begun);
      if (begun.new_enquiry_id !== null) return ask(deps, applicant, begun.new_enquiry_id);
      // Another process asks for the same borrower at this moment. Its answer serves, or the time is over.
      if (performance.now() >= endsAtMs) return { kind: 'none', enquiryId: null };
      await wait(LOOK_MS);
    }
  };
}

function opened({ sealing }: EnquireDeps, borrowerId: number, begun: Begun): EnquiryOutcome {
  const enquiryId = begun.used_enquiry_id!;
  const place = { borrower_id: borrowerId, enquiry_id: enquiryId };
  return { kind: 'answered', enquiryId, answer: openBureauAnswer(sealing, place, begun.answer_sealed!) };
}

async function ask(
  deps: EnquireDeps & { bureau: Bureau },
  { borrowerId, identity }: Applicant,
  enquiryId: number,
): Promise<EnquiryOutcome> {
  const { db, sealing, bureau, clock, log } = deps;
  const { idNumber, firstName, lastName, birthDate } = identity;
  const reply = await withinTime(
    bureau.enquire({ reference: String(enquiryId), idNumber, firstName, lastName, birthDate }),
    deps.timeoutMs,
  );
  if (reply.kind === 'silent')
    log.warn({ enquiryId, cause: reply.cause }, 'the credit bureau gave no answer');
  await db.rows(endStatement, {
    ...{ borrowerId, enquiryId },
    state: reply.kind,
    cause: reply.kind === 'silent' ? reply.cause : null,
    answerSealed:
      reply.kind === 'answered'
        ? sealBureauAnswer(sealing, { borrower_id: borrowerId, enquiry_id: enquiryId }, reply.answer)
        : null,
    now: toDate(clock.nowMs()),
  });
  return reply.kind === 'answered' ? { ...reply, enquiryId } : { kind: 'none', enquiryId };
}

/** The adapter has a limit too. This one holds whatever the adapter does. */
async function withinTime(reply: Promise<BureauReply>, timeoutMs: number): Promise<BureauReply> {
  const stop = new AbortController();
  const silent = wait(timeoutMs, undefined, { signal: stop.signal }).then(
    (): BureauReply => ({ kind: 'silent', cause: 'timeout' }),
  );
  // The wait is over when the answer came: that it was stopped says nothing.
  silent.catch(() => undefined);
  const failed = (): BureauReply => ({ kind: 'silent', cause: 'failed' });
  try {
    return await Promise.race([reply.catch(failed), silent]);
  } finally {
    stop.abort();
  }
}
