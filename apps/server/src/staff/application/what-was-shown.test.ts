import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setHolder } from '../../../test/account-holder.ts';
import { addAccount, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { type Applicant, applicant } from '../../credit/application/review.test-support.ts';
import { readEvidence } from '../../credit/application/shown-to-staff.ts';
import {
  APPROVE,
  DECLINE,
  decide,
  decideWith,
  holdLoan,
  keepCheck,
  open,
  openCreditOffice,
  openHit,
  reviewsOf,
  take,
  takeCardAgain,
  takeConsentBack,
} from './applications.test-support.ts';

/* A decision is for what the person saw: what changed since is refused, and what was seen is kept. */

let server: AppServer;
let natasha: StaffMember;
beforeAll(async () => {
  ({ server, natasha } = await openCreditOffice());
});
afterAll(() => server.stop());

const SEND_BACK = { outcome: 'send_back', picture: 'face' };
const stateOf = async ({ orderId }: Applicant) =>
  (await server.query('select state from loan where loan_id = $1', [orderId]))[0].state;

/** Takes the application and opens it: what was shown. */
async function openToDecide(one: Applicant): Promise<string> {
  await take(natasha, one);
  return (await open(natasha, one)).data.shown;
}

const decideOn = (one: Applicant, shown: string, decision: Record<string, unknown>) =>
  decideWith(natasha.client, one, { note: 'payslip seen', shown, ...decision });

test.each([
  ['allows the name at the operator that was shown', false],
  ['does not allow a name that the operator told after it was shown', true],
])('an approval %s', async (_what, isToldAgain) => {
  const mobile = server.newMobile();
  await setHolder(server, mobile, 'Joseph', 'Zulu');
  const one = await applicant(server, { mobile });
  const shown = await openToDecide(one);
  if (isToldAgain)
    await server.query(
      `update repay_account set holder_asked_at = holder_asked_at + interval '1 second' where borrower_id = $1`,
      [one.borrower.borrowerId],
    );
  expect(await decideOn(one, shown, APPROVE)).toMatchObject({ code: 200 });
  const cleared = 'select holder_cleared_by from repay_account where borrower_id = $1';
  expect(await server.query(cleared, [one.borrower.borrowerId])).toEqual([
    { holder_cleared_by: isToldAgain ? null : 'staff:natasha' },
  ]);
});

describe('a decision on something that changed since it was shown is refused and changes nothing:', () => {
  test.each<[string, (one: Applicant) => Promise<unknown>, string]>([
    ['another picture of the card', (one) => takeCardAgain(server, one), 'pictures_changed'],
    [
      'other details with the same picture',
      ({ borrower }) =>
        server.query('update borrower_identity set confirmed_at = now() where borrower_id = $1', [
          borrower.borrowerId,
        ]),
      'pictures_changed',
    ],
    [
      'another check of the face',
      (one) => keepCheck(server, one, 'second', { minutes: 1 }),
      'pictures_changed',
    ],
    ['a consent for the face that was taken back', (one) => takeConsentBack(server, one), 'pictures_changed'],
    ['a hit on a list', (one) => openHit(server, one), 'hits_changed'],
    [
      'an application that was sent back in another tab',
      (one) => decide(natasha, one, { outcome: 'send_back', picture: 'identity' }),
      'order_changed',
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
      'order_changed',
    ],
  ])('%s', async (_what, change, reason) => {
    const one = await applicant(server);
    await keepCheck(server, one, 'first');
    const shown = await openToDecide(one);
    await change(one);
    await take(natasha, one);
    const before = await reviewsOf(server, one);
    for (const decision of [APPROVE, DECLINE, SEND_BACK])
      expect(await decideOn(one, shown, decision)).toMatchObject({ code: 409, reason });
    expect(await stateOf(one)).toBe('applied');
    expect(await reviewsOf(server, one)).toEqual(before);
    // What is opened again shows what stands now, and a decision on that is taken.
    expect(await decide(natasha, one, DECLINE)).toMatchObject({ code: 200 });
  });

  test('what the browser says it was shown, where this is not whole', async () => {
    const one = await applicant(server);
    await take(natasha, one);
    const ofText = (text: string) => Buffer.from(text).toString('base64url');
    const parts = { loanVersion: 1, pictures: '', hits: '', otherHolder: null };
    const without = Object.keys(parts).map((name) => JSON.stringify({ ...parts, [name]: undefined }));
    for (const shown of ['', ...['{}', 'null', ...without].map(ofText)])
      expect(await decideOn(one, shown, APPROVE)).toMatchObject({ code: 400, reason: 'not_shown' });
    expect(await stateOf(one)).toBe('applied');
  });

  test('also in the moment in which the decision is written, by the database', async () => {
    const one = await applicant(server);
    const shown = await openToDecide(one);
    const held = await holdLoan(server, one.orderId);
    const deciding = decideOn(one, shown, APPROVE);
    await held.untilDecisionWaits();
    await takeCardAgain(server, one);
    await held.letGo();
    expect(await deciding).toMatchObject({ code: 409, reason: 'pictures_changed' });
    expect(await stateOf(one)).toBe('applied');
    expect(await server.query('select from payment_attempt where loan_id = $1', [one.orderId])).toEqual([]);
  });
});

test('of two approvals at the same moment one is taken, and the money is sent once', async () => {
  const one = await applicant(server);
  const shown = await openToDecide(one);
  const answers = await Promise.all([decideOn(one, shown, APPROVE), decideOn(one, shown, APPROVE)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(await reviewsOf(server, one)).toEqual([{ outcome: 'approve', actor: 'staff:natasha' }]);
  expect(await server.query('select from payment_attempt where loan_id = $1', [one.orderId])).toHaveLength(1);
});

test('what was shown is kept with the decision', async () => {
  const one = await applicant(server);
  await keepCheck(server, one, 'kept');
  expect(await decide(natasha, one, DECLINE)).toMatchObject({ code: 200 });
  const [{ shown }] = await server.query('select shown from application_review where loan_id = $1', [
    one.orderId,
  ]);
  expect(shown).toEqual(await readEvidence(server.db, one.borrower.borrowerId));
  expect(shown).toMatchObject({ faceCheckId: 'kept', frontFileId: expect.any(String), hits: [] });
});

test('an application that was sent back shows by whom, for what, and the note', async () => {
  const one = await applicant(server);
  await decide(natasha, one, { outcome: 'send_back', picture: 'identity', note: 'the number is not sharp' });
  expect((await open(natasha, one)).data.reviews).toMatchObject([
    {
      by: 'Person natasha',
      title: 'sent back for the pictures of the identity card',
      note: 'the number is not sharp',
    },
  ]);
});

test('each other borrower is shown with what is in common, and under which loans they are found', async () => {
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
  const { duplicates } = (await open(natasha, one)).data;
  const found = (borrowerId: number) => duplicates.find((duplicate) => duplicate.borrowerId === borrowerId);
  expect(found(other.borrower.borrowerId)).toEqual({
    borrowerId: other.borrower.borrowerId,
    shared: [
      'a face (87 % alike)',
      'the number of the identity card (approved for them by a person)',
      'the name and the birth date',
    ],
    isStrong: true,
    isBlocked: false,
    loans: [{ loanId: other.orderId, state: 'under review' }],
  });
  expect(found(relative.borrowerId)).toMatchObject({
    shared: expect.arrayContaining(['a mobile-money number']),
    loans: [],
  });
  const looks = await server.query(
    `select subject from staff_look where borrower_id = any ($1) and looked_by = 'staff:natasha'`,
    [[other.borrower.borrowerId, relative.borrowerId]],
  );
  expect(looks).toEqual([{ subject: 'duplicate' }, { subject: 'duplicate' }]);
});

test('nothing is shown where the look cannot be recorded', async () => {
  const one = await applicant(server);
  await server.query(
    `create function refuse_looks() returns trigger language plpgsql as $$ begin raise exception 'no looks'; end $$`,
  );
  await server.query(
    'create trigger no_looks before insert on staff_look for each row execute function refuse_looks()',
  );
  const refused = await open(natasha, one);
  expect(refused).toMatchObject({ code: 500, data: null });
  expect(JSON.stringify(refused)).not.toContain('Chipo');
  await server.query('drop trigger no_looks on staff_look');
  expect(await open(natasha, one)).toMatchObject({
    code: 200,
    data: { identity: { name: 'Chipo Lungu' } },
  });
});
