import { day } from '@thumba/lending/day';
import { kwacha, type Ngwee } from '@thumba/lending/money';
import { expect } from 'vitest';
import type { AppServer } from '../../../test/app-server.ts';
import { lapseCounterOffers } from './answer-offer.ts';
import { counterOffer } from './counter-offer.ts';
import { readCounterOffers } from './read-counter-offer.ts';
import { type Applicant, applicant, reviewDeps } from './review.test-support.ts';
import { reviewApplication } from './review.ts';
import { readEvidence, readOtherHolder, type Shown } from './shown-to-staff.ts';

export type Wish = { amountNgwee?: Ngwee; termId?: number; shown?: Shown; minTermDays?: number };

export const OVER = { code: 409, data: { reason: 'offer_over' } };

export const WAITS = {
  code: 409,
  msg: 'We cannot send this money now. A person looks at your application first.',
  data: { reason: 'offer_waits' },
};

/** Staff who offer other terms, and borrowers who answer. */
export function offerDesk(server: AppServer) {
  return { ...staffOf(server), ...borrowersOf(server) };
}

function staffOf(server: AppServer) {
  /** Staff offer K200 for 30 days where the test names nothing else. */
  async function offer({ orderId }: Applicant, wish: Wish = {}) {
    const { amountNgwee = kwacha(200), termId = 1, shown, minTermDays } = wish;
    const store = minTermDays === undefined ? null : { minTermDays, exampleNgwee: kwacha(1000) };
    return counterOffer(
      { ...(await reviewDeps(server)), storeOf: () => store },
      {
        ...{ loanId: orderId, amountNgwee, termId, reason: 'the income is small', staffName: 'mary' },
        ...(shown ? { shown } : {}),
      },
    );
  }

  async function offered(wish: Wish = {}): Promise<Applicant> {
    const one = await applicant(server);
    expect(await offer(one, wish)).toMatchObject({ ok: true });
    return one;
  }

  const decide = async ({ orderId }: Applicant, outcome: 'approve' | 'decline') =>
    reviewApplication(await reviewDeps(server), {
      loanId: orderId,
      ...(outcome === 'approve' ? { outcome } : { outcome, reasonCode: 'not_reached' }),
      reason: 'looked at it',
      staffName: 'mary',
    });

  const lapse = () =>
    lapseCounterOffers({
      db: server.db,
      line: server.app.line,
      clock: server.clock,
      today: () => day(server.today()),
    });

  async function shownOf({ borrower: { borrowerId }, orderId }: Applicant): Promise<Shown> {
    const [{ version, account_id }] = await server.query(
      'select version, account_id from loan where loan_id = $1',
      [orderId],
    );
    return {
      loanVersion: version,
      evidence: await readEvidence(server.db, borrowerId),
      otherHolder: await readOtherHolder(server, { borrowerId, accountId: account_id }),
    };
  }

  const hit = ({ borrower: { borrowerId } }: Applicant, state: 'open' | 'confirmed') =>
    server.query(
      `insert into screening_hit (borrower_id, hit_id, finding_sealed, state, found_at)
       select $1, nextval('screening_hit_id'), '', $2, now()`,
      [borrowerId, state],
    );

  return { offer, offered, decide, lapse, shownOf, hit };
}

function borrowersOf(server: AppServer) {
  const homeOf = ({ borrower }: Applicant) => borrower.ask('getMyLoanInfo', {});

  const lookAt = ({ borrower, orderId }: Applicant) => borrower.ask('getCounterOffer', { body: { orderId } });

  async function signing(one: Applicant) {
    const { offerId, contract } = await lookAt(one);
    const { contractVersion } = contract;
    return { orderId: one.orderId, offerId, contractVersion, agreed: true as const };
  }

  const sign = ({ borrower }: Applicant, body: Awaited<ReturnType<typeof signing>>) =>
    borrower.call('signCounterOffer', { body });

  const sayNo = ({ borrower, orderId }: Applicant, offerId: number) =>
    borrower.call('refuseCounterOffer', { body: { orderId, offerId } });

  async function loanOf({ orderId }: Applicant) {
    const [loan] = await server.query(
      `select state, version, principal_ngwee, terms ->> 'termId' as term_id, received_ngwee,
         (select count(*)::int from instalment i where i.loan_id = l.loan_id) as plans,
         (select sum(principal_ngwee)::int from instalment i where i.loan_id = l.loan_id) as of_plans,
         (select count(*)::int from payment_attempt p where p.loan_id = l.loan_id) as payouts
       from loan l where loan_id = $1`,
      [orderId],
    );
    return loan;
  }

  async function offersOf({ borrower: { borrowerId }, orderId: loanId }: Applicant) {
    return readCounterOffers(server, { borrowerId, loanId });
  }

  const statesOf = async (one: Applicant) => (await offersOf(one)).map(({ state }) => state);

  return { homeOf, lookAt, signing, sign, sayNo, loanOf, offersOf, statesOf };
}
