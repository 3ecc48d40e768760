import type { Role } from '@thumba/contract/staff/roles';
import { expect } from 'vitest';
import { apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffClient, type StaffMember } from '../../../test/staff-client.ts';
import type { Applicant } from '../../credit/application/review.test-support.ts';
import { standingVersion } from '../../people/consent/consent-wordings.ts';
import { saveConsent } from '../../people/consent/consents.ts';
import { toDate } from '../../platform/clock.ts';

/* What tests of applications in the console share: the people, and what they do. */

export type CreditOffice = {
  server: AppServer;
  hired(userName: string, role: Role): Promise<StaffMember>;
  /** Two underwriters, the head of credit and an auditor. */
  natasha: StaffMember;
  mulenga: StaffMember;
  head: StaffMember;
  auditor: StaffMember;
};

export async function openCreditOffice(): Promise<CreditOffice> {
  const server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, role: Role) =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  return {
    server,
    hired,
    natasha: await hired('natasha', 'underwriter'),
    mulenga: await hired('mulenga', 'underwriter'),
    head: await hired('luyando', 'head_of_credit'),
    auditor: await hired('thandiwe', 'auditor'),
  };
}

export const of = (loanId: number) => ({ params: { loanId } });
export const take = ({ client }: StaffMember, { orderId }: Applicant) =>
  client.call('takeApplication', of(orderId));
export const open = ({ client }: StaffMember, { orderId }: Applicant) =>
  client.call('getApplication', of(orderId));
export const homeOf = ({ borrower }: Applicant) => borrower.ask('getMyLoanInfo', {});

export function decideWith(client: StaffClient, { orderId }: Applicant, body: Record<string, unknown>) {
  return client.call('decideApplication', { ...of(orderId), body: body as never });
}

/** Takes it, opens it and decides on what is shown. */
export async function decide(member: StaffMember, one: Applicant, decision: Record<string, unknown>) {
  await take(member, one);
  const { data } = await open(member, one);
  return decideWith(member.client, one, { note: 'payslip seen', shown: data.shown, ...decision });
}

export const APPROVE = { outcome: 'approve' };
export const DECLINE = { outcome: 'decline', reasonCode: 'not_reached' };

export const reviewsOf = (server: AppServer, { orderId }: Applicant) =>
  server.query('select outcome, actor from application_review where loan_id = $1 order by loan_version', [
    orderId,
  ]);

export const auditOf = (server: AppServer, call: string, { orderId }: Applicant) =>
  server.query(
    `select actor, outcome, borrower_id, detail from staff_audit where call = $1 and subject_id = $2 order by entry_id`,
    [call, orderId],
  );

/** A borrower whom the rules declined, and who asked for another look. */
export async function declinedByRules(server: AppServer): Promise<Applicant> {
  const borrower = await signUp(server, { monthlyIncome: 500 });
  const { orderId } = await apply(borrower, { productId: 1, amount: 100 });
  await borrower.ask('anotherLook', { body: { orderId } });
  return { borrower, orderId };
}

export async function openHit(server: AppServer, { borrower: { borrowerId } }: Applicant): Promise<void> {
  const [{ hit_id: hitId }] = await server.query(`select nextval('screening_hit_id')::integer as hit_id`);
  const finding = {
    listKind: 'un',
    listedName: 'LISTED PERSON',
    entry: JSON.stringify([['LISTED PERSON'], []]),
    reference: 'UN-1',
    distance: 0.01,
    birth: 'agrees',
  };
  const place = { borrower_id: borrowerId, hit_id: hitId };
  const sealed = server.sealing.seal('screening_hit.finding_sealed', place, JSON.stringify(finding));
  await server.query(
    `insert into screening_hit (borrower_id, hit_id, finding_sealed, state, found_at) values ($1, $2, $3, 'open', now())`,
    [borrowerId, hitId, sealed],
  );
}

type CheckOfFace = { front?: string; outcome?: string; reason?: string | null; minutes?: number };

/** A check of the face as it is kept with its picture, made against the picture of the card that the borrower has now. */
export async function keepCheck(
  server: AppServer,
  { borrower: { borrowerId } }: Applicant,
  checkId: string,
  { front, outcome = 'refer', reason = 'match_in_doubt', minutes = 0 }: CheckOfFace = {},
): Promise<void> {
  const now = toDate(server.clock.nowMs());
  const wordingVersion = standingVersion('face');
  await saveConsent(server.db, { borrowerId, kind: 'face', isGiven: true, wordingVersion, now });
  const measures = { similarity: 0.61, selfie: { brightness: 0.7, faces: [{ yaw: 0.04 }] } };
  const place = { borrower_id: borrowerId, check_id: checkId };
  const selfieFileId = `${checkId}-${borrowerId}`;
  await server.query(
    `insert into stored_file (file_id, borrower_id, purpose, byte_count, address_hash, uploaded_at)
     values ($1, $2, 'selfie', 1, '', $3)`,
    [selfieFileId, borrowerId, now],
  );
  await server.query(
    `insert into face_check (borrower_id, check_id, is_still, front_file_id, selfie_file_id, outcome, reason,
       rules_version, measures_sealed, checked_at)
     select borrower_id, $2, false, coalesce($3, front_file_id), $8, $4, $5, 1, $6, $7 from borrower_identity
     where borrower_id = $1`,
    [
      borrowerId,
      checkId,
      front,
      outcome,
      reason,
      server.sealing.seal('face_check.measures_sealed', place, JSON.stringify(measures)),
      toDate(server.clock.nowMs() + minutes * 60_000),
      selfieFileId,
    ],
  );
}

export async function takeConsentBack(
  server: AppServer,
  { borrower: { borrowerId } }: Applicant,
): Promise<void> {
  const wordingVersion = standingVersion('face');
  const now = toDate(server.clock.nowMs());
  await saveConsent(server.db, { borrowerId, kind: 'face', isGiven: false, wordingVersion, now });
}

/** The borrower sends another picture of the front of the card. */
export const takeCardAgain = (server: AppServer, { borrower: { borrowerId } }: Applicant) =>
  server.query('update borrower_identity set front_file_id = $2 where borrower_id = $1', [
    borrowerId,
    `another picture of ${borrowerId}`,
  ]);

/** Holds the row of the loan, so that a decision on it waits in the database until it is let go. */
export async function holdLoan(server: AppServer, orderId: number) {
  const holder = await server.owner.pool.connect();
  await holder.query('begin');
  await holder.query('select from loan where loan_id = $1 for update', [orderId]);
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'with changed_loans%'`;
  return {
    untilDecisionWaits: () => expect.poll(() => server.query(waiting), PATIENCE).toHaveLength(1),
    async letGo() {
      await holder.query('commit');
      holder.release();
    },
  };
}
