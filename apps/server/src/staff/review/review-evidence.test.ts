import { day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setHolder } from '../../../test/account-holder.ts';
import { addAccount, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type Applicant, applicant } from '../../credit/application/review.test-support.ts';
import { reviewApplication } from '../../credit/application/review.ts';
import { readEvidence } from '../../credit/application/shown-to-staff.ts';
import { standingVersion } from '../../people/consent/consent-wordings.ts';
import { saveConsent } from '../../people/consent/consents.ts';
import { addToBlockedList } from '../../people/screening/blocked-list.ts';
import { toDate } from '../../platform/clock.ts';
import {
  ask,
  closeReviews,
  decide,
  enter,
  holdLoan,
  keepCheck,
  openFor,
  readPage,
  reviewPageDeps,
  send,
  shownOn,
} from './review-page.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());
afterEach(closeReviews);

const takeCardAgain = ({ borrower }: Applicant) =>
  server.query('update borrower_identity set front_file_id = $2 where borrower_id = $1', [
    borrower.borrowerId,
    `another picture of ${borrower.borrowerId}`,
  ]);

async function keepHit({ borrower: { borrowerId } }: Applicant): Promise<number> {
  const [{ hit_id }] = await server.query(`select nextval('screening_hit_id')::integer as hit_id`);
  const finding = {
    listKind: 'pep',
    reference: 'P-77',
    entry: '',
    identityConfirmedAt: '',
    listedName: 'CHIPO LUNGO',
    distance: 0.25,
    birth: 'agrees',
  };
  const place = { borrower_id: borrowerId, hit_id };
  const sealed = server.sealing.seal('screening_hit.finding_sealed', place, JSON.stringify(finding));
  await server.query(
    `insert into screening_hit (borrower_id, hit_id, finding_sealed, state, found_at) values ($1, $2, $3, 'open', now())`,
    [borrowerId, hit_id, sealed],
  );
  return hit_id;
}

/** A new number whose holder at the operator is Joseph Zulu. */
async function numberOfJosephZulu(): Promise<string> {
  const mobile = server.newMobile();
  await setHolder(server, mobile, 'Joseph', 'Zulu');
  return mobile;
}

const stateOf = async ({ orderId }: Applicant) =>
  (await server.query('select state from loan where loan_id = $1', [orderId]))[0].state;

test.each([
  ['allows the name at the operator that was on the page', false],
  ['does not allow a name that the operator told after the page was shown', true],
])('an approval %s', async (_what, isToldAgain) => {
  const one = await applicant(server, { mobile: await numberOfJosephZulu() });
  const { page, headers } = await enter(await openFor(server, one.orderId));
  const shown = shownOn((await ask(page, { headers })).body);
  if (isToldAgain)
    await server.query(
      `update repay_account set holder_asked_at = holder_asked_at + interval '1 second' where borrower_id = $1`,
      [one.borrower.borrowerId],
    );
  expect(await send(page, headers, { note: 'her husband', shown, outcome: 'approve' })).toMatchObject({
    body: expect.stringContaining('is approved'),
  });
  const cleared = 'select holder_cleared_by from repay_account where borrower_id = $1';
  expect(await server.query(cleared, [one.borrower.borrowerId])).toEqual([
    { holder_cleared_by: isToldAgain ? null : 'staff:mary' },
  ]);
});

describe('a decision on something that changed since it was shown is refused and changes nothing:', () => {
  test.each<[string, (one: Applicant) => Promise<unknown>, string]>([
    ['another picture of the card', takeCardAgain, 'The borrower sent new pictures or details: look again.'],
    [
      'other details with the same picture',
      ({ borrower }) =>
        server.query('update borrower_identity set confirmed_at = now() where borrower_id = $1', [
          borrower.borrowerId,
        ]),
      'The borrower sent new pictures or details: look again.',
    ],
    [
      'another check of the face',
      (one) => keepCheck(server, one, 'second', { minutes: 1 }),
      'The borrower sent new pictures or details: look again.',
    ],
    [
      'a consent for the face that was taken back',
      ({ borrower: { borrowerId } }) =>
        saveConsent(server.db, {
          ...{ borrowerId, kind: 'face', isGiven: false, wordingVersion: standingVersion('face') },
          now: toDate(server.clock.nowMs()),
        }),
      'The borrower sent new pictures or details: look again.',
    ],
    ['a hit on a list', keepHit, 'What the lists say of the borrower has changed: look again.'],
    [
      'an order that another person sent back',
      async (one) => {
        const other = await enter(await openFor(server, one.orderId));
        const note = 'not sharp';
        await decide(other.page, other.headers, { outcome: 'send_back', picture: 'identity', note });
      },
      'The order changed, or the money is to go to another account: look again.',
    ],
    [
      'another account that the money is to go to',
      async ({ borrower, orderId }) => {
        const { repayAccountId } = await addAccount(server, borrower, { mobile: server.newMobile('airtel') });
        await server.query('update repay_account set payouts_from = null where account_id = $1', [
          repayAccountId,
        ]);
        await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
      },
      'The order changed, or the money is to go to another account: look again.',
    ],
  ])('%s', async (_what, change, sentence) => {
    const one = await applicant(server);
    await keepCheck(server, one, 'first');
    const { page, headers } = await enter(await openFor(server, one.orderId));
    const shown = shownOn((await ask(page, { headers })).body);
    await change(one);
    const choices: Record<string, string>[] = [
      { outcome: 'approve' },
      { outcome: 'decline', reasonCode: 'other' },
      { outcome: 'send_back', picture: 'face' },
    ];
    for (const choice of choices) {
      const refused = await send(page, headers, { note: 'seen', shown, ...choice });
      expect(refused).toMatchObject({ status: 409, body: expect.stringContaining(sentence) });
    }
    expect(await stateOf(one)).toBe('applied');
    // The page that says so shows what stands now, and a decision on that is taken.
    expect(
      await decide(page, headers, { outcome: 'decline', reasonCode: 'other', note: 'seen' }),
    ).toMatchObject({
      status: 200,
    });
  });

  test('a form without what was shown', async () => {
    const one = await applicant(server);
    const { page, headers } = await enter(await openFor(server, one.orderId));
    for (const shown of ['', '{}', 'null', '{"loanVersion":1,"evidence":{"hits":[]}}']) {
      const refused = await send(page, headers, { outcome: 'approve', note: 'seen', shown });
      expect(refused.status).toBe(409);
    }
    expect(await stateOf(one)).toBe('applied');
  });

  test('also in the moment in which the decision is written, by the database', async () => {
    const one = await applicant(server);
    const evidence = await readEvidence(server.db, one.borrower.borrowerId);
    const shown = { loanVersion: 1, evidence, otherHolder: null };
    const held = await holdLoan(server, one.orderId);
    const deps = await reviewPageDeps(server);
    const request = { loanId: one.orderId, reason: 'seen', staffName: 'mary' };
    const reviewing = reviewApplication(deps, { ...request, outcome: 'approve', shown });
    await held.untilDecisionWaits();
    await takeCardAgain(one);
    await held.letGo();
    expect(await reviewing).toEqual({ ok: false, refusal: { kind: 'pictures_changed' } });
    expect(await stateOf(one)).toBe('applied');
    expect(await server.query('select from payment_attempt where loan_id = $1', [one.orderId])).toEqual([]);
  });
});

test('what was shown is kept with the decision', async () => {
  const one = await applicant(server);
  await keepCheck(server, one, 'kept');
  const { page, headers } = await enter(await openFor(server, one.orderId));
  await decide(page, headers, { outcome: 'decline', reasonCode: 'other', note: 'seen' });
  const [{ shown }] = await server.query('select shown from application_review where loan_id = $1', [
    one.orderId,
  ]);
  expect(shown).toEqual(await readEvidence(server.db, one.borrower.borrowerId));
  expect(shown).toMatchObject({ faceCheckId: 'kept', frontFileId: expect.any(String), hits: [] });
});

test('an approval waits until a person decided on a hit', async () => {
  const one = await applicant(server);
  await keepHit(one);
  const { page, headers } = await enter(await openFor(server, one.orderId));
  expect(await decide(page, headers, { outcome: 'approve', note: 'seen' })).toMatchObject({
    status: 409,
    body: expect.stringContaining('Decide on it first: see npm run screening.'),
  });
  expect(await stateOf(one)).toBe('applied');
});

describe('the page shows', () => {
  test('the check of the face that counts for the card that it shows, and the others apart from it', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'counts', { outcome: 'refer', reason: 'match_in_doubt' });
    await keepCheck(server, one, 'other-card', {
      front: 'earlier',
      outcome: 'pass',
      reason: null,
      minutes: 1,
    });
    await keepCheck(server, one, 'again', { outcome: 'again', reason: 'too_dark', minutes: 2 });
    await keepCheck(server, one, 'aside', { outcome: 'pass', reason: null, minutes: 3 });
    await server.query(`update face_check set set_aside_at = now() where check_id = 'aside'`);
    const text = await readPage(server, one);
    expect(text).toContain('Outcome a person decides: match in doubt');
    expect(text).toContain('Face and portrait 61 % alike (matches from');
    expect(text).toContain('Selfie 1 face (yaw 0.04); brightness 0.7');
    expect(text).toContain('passed (made with another picture of the card)');
    expect(text).toContain('asked to take the pictures again: too dark (the pictures were taken again)');
    expect(text).toMatch(/passed \(set aside /);
    expect(text).not.toContain('Outcome passed');
    expect(text).not.toMatch(/[{}[\]]/);
  });

  test('that no check counts, where each one is for another card', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'elsewhere', { front: 'earlier', outcome: 'pass', reason: null });
    const { page, headers } = await enter(await openFor(server, one.orderId));
    const { body } = await ask(page, { headers });
    expect(body).toContain('No check counts for these pictures of the card.');
    expect(body).not.toContain('picture/elsewhere');
  });

  test('the name at the operator beside that on the card, and how far apart they are', async () => {
    const mobile = await numberOfJosephZulu();
    const text = await readPage(server, await applicant(server, { mobile }));
    expect(text).toContain(`Account ${mobile}, MTN`);
    expect(text).toContain('Name that was entered Chipo Lungu');
    expect(text).toContain('Name at the operator Joseph Zulu');
    expect(text).toMatch(/Distance of the names 1\.00: different/);
  });

  test('hits on lists and the blocked list, and that they are not for the borrower', async () => {
    const one = await applicant(server);
    const hitId = await keepHit(one);
    const subject = { kind: 'person', name: 'Lungu Chipo', birthDate: day('1992-04-17') } as const;
    const deps = { db: server.db, sealing: server.sealing };
    const now = toDate(server.clock.nowMs());
    const request = { subject, reason: 'used a false payslip', addedBy: 'staff:john', now };
    const added = await addToBlockedList(deps, request);
    const entryId = added.ok && added.value.entryId;
    const text = await readPage(server, one);
    expect(text).toContain(
      `Hit ${hitId}: the list of politically exposed persons: CHIPO LUNGO (P-77), distance 0.25`,
    );
    expect(text).toContain(`npm run screening -- clear ${hitId}`);
    expect(text).toContain(
      `Blocked list, entry ${entryId}: the name and the birth date, because “used a false payslip” (staff:john`,
    );
    expect(text).toContain('The borrower is blocked.');
    for (const answer of [
      await one.borrower.ask('getMyLoanInfo', {}),
      await one.borrower.ask('queryLoanDetail', { params: { id: one.orderId } }),
    ])
      expect(JSON.stringify(answer)).not.toMatch(/LUNGO|payslip|exposed|blocked/i);
    await server.query('update blocked_subject set lifted_at = now()');
  });

  test('each other borrower with what is in common, and under which orders they are found', async () => {
    const idNumber = '712345/10/1';
    const other = await applicant(server, { idNumber, birthDate: '1970-02-03' });
    const one = await applicant(server, { idNumber, birthDate: '1970-02-03' });
    const relative = await signUp(server);
    await addAccount(server, relative, { mobile: one.borrower.mobile });
    await server.query(
      `insert into duplicate_find (borrower_id, other_borrower_id, kind, similarity, found_at)
       values ($1, $2, 'face', 0.871, now())`,
      [other.borrower.borrowerId, one.borrower.borrowerId],
    );
    await server.query(
      `update borrower_by_national_id n set checked_at = now(), checked_by = 'staff:mary', checked_file_id = i.front_file_id
       from borrower_identity i where i.borrower_id = n.borrower_id and n.borrower_id = $1`,
      [other.borrower.borrowerId],
    );
    const text = await readPage(server, one);
    const looks = await server.query(
      `select subject from staff_look where borrower_id = any ($1) and looked_by = 'staff:mary'`,
      [[other.borrower.borrowerId, relative.borrowerId]],
    );
    expect(looks).toEqual([{ subject: 'duplicate' }, { subject: 'duplicate' }]);
    const row = text.slice(text.indexOf('Other borrowers'), text.indexOf('Reviews of this application'));
    expect(row).toMatch(
      new RegExp(
        `${other.borrower.borrowerId} a face \\(87 % alike\\), the number of the identity card \\(approved for them by a person\\), the name and the birth date ${other.orderId} \\(under review\\)`,
      ),
    );
    expect(row).toMatch(new RegExp(`${relative.borrowerId} .*a mobile-money number`));
    expect(row).toContain('An approval says that the number belongs to this borrower alone.');
  });

  test('nothing where the look cannot be recorded', async () => {
    const one = await applicant(server);
    await server.query(
      `create function refuse_looks() returns trigger language plpgsql as $$ begin raise exception 'no looks'; end $$`,
    );
    await server.query(
      'create trigger no_looks before insert on staff_look for each row execute function refuse_looks()',
    );
    const deps = await reviewPageDeps(server);
    const failures: unknown[] = [];
    const { page, headers } = await enter(
      await openFor(server, one.orderId, { ...deps, failed: (error) => void failures.push(error) }),
    );
    const refused = await ask(page, { headers });
    expect(refused.status).toBe(500);
    expect(refused.body).not.toContain('Chipo');
    expect(failures).toHaveLength(1);
    await server.query('drop trigger no_looks on staff_look');
    expect(await ask(page, { headers })).toMatchObject({
      status: 200,
      body: expect.stringContaining('Chipo Lungu'),
    });
  });
});
