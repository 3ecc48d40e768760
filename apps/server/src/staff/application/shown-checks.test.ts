import type { PictureVerdict } from '@thumba/identity/card-picture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setHolder } from '../../../test/account-holder.ts';
import type { AppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { type Applicant, applicant } from '../../credit/application/review.test-support.ts';
import type { CardReading } from '../../people/card/card-reader.ts';
import { keepReading } from '../../people/card/card-readings.ts';
import { toDate } from '../../platform/clock.ts';
import {
  decide,
  keepCheck,
  open,
  openCreditOffice,
  takeCardAgain,
  takeConsentBack,
} from './applications.test-support.ts';

let server: AppServer;
let natasha: StaffMember;
beforeAll(async () => {
  ({ server, natasha } = await openCreditOffice());
});
afterAll(() => server.stop());

/** What the view for a decision has of the card, the face and the account. */
const identityOf = async (one: Applicant) => (await open(natasha, one)).data.identity;

/** Keeps what was read on the card that the borrower has now. */
async function keepCard({ borrower: { borrowerId } }: Applicant, reading: Partial<CardReading>) {
  const [files] = await server.query(
    'select front_file_id, back_file_id from borrower_identity where borrower_id = $1',
    [borrowerId],
  );
  const card = {
    borrowerId,
    frontFileId: files.front_file_id,
    backFileId: files.back_file_id ?? undefined,
  };
  await server.query('delete from card_reading where borrower_id = $1', [borrowerId]);
  const whole: CardReading = { picture: 'read', backSide: null, fields: {}, ...reading };
  await keepReading(server, card, whole, toDate(server.clock.nowMs()));
}

const read = (text: string) => ({ text, confidence: 0.99 });

describe('a card', () => {
  test.each<[PictureVerdict, string]>([
    ['blurred', 'Blurred'],
    ['dark', 'Dark'],
    ['not_a_card', 'Not a card'],
    ['unread', 'Unread'],
  ])(
    'that could not be read (%s) is called not read, and has no field that was read',
    async (picture, why) => {
      const one = await applicant(server);
      await keepCard(one, { picture });
      const { unread, fields } = await identityOf(one);
      expect(unread).toBe(why);
      expect(fields.filter((field) => field.read !== null)).toEqual([]);
    },
  );

  test('that was read has no difference, one or several, and those come first', async () => {
    const one = await applicant(server);
    const differing = async () => {
      const { unread, fields } = await identityOf(one);
      expect(unread).toBeNull();
      const different = fields.filter(({ differs }) => differs).map(({ title }) => title);
      expect(fields.slice(0, different.length).map(({ title }) => title)).toEqual(different);
      return different;
    };
    const same = { firstName: read('CHIPO'), lastName: read('LUNGU') };
    await keepCard(one, { fields: same });
    expect(await differing()).toEqual([]);
    await keepCard(one, { fields: { ...same, birthDate: read('1991-04-17') } });
    expect(await differing()).toEqual(['Date of birth']);
    await keepCard(one, { fields: { firstName: read('MARY'), lastName: read('PHIRI') } });
    expect(await differing()).toEqual(['Last name', 'First names']);
  });

  test('in another name than the identity is shown, and the name at the operator is compared with the identity', async () => {
    const mobile = server.newMobile();
    await setHolder(server, mobile, 'Chipo', 'Lungu');
    const one = await applicant(server, { mobile });
    await keepCard(one, { fields: { firstName: read('MARY'), lastName: read('PHIRI') } });
    const { name, fields, account } = await identityOf(one);
    expect(fields).toContainEqual(
      expect.objectContaining({
        title: 'Last name',
        read: expect.objectContaining({ text: 'PHIRI' }),
        differs: true,
      }),
    );
    expect(name).toBe('Chipo Lungu');
    expect(account).toMatchObject({ holderName: 'Chipo Lungu', distance: 0, verdict: 'same' });
  });
});

test('another name at the operator is shown, with how far it is from the identity', async () => {
  const mobile = server.newMobile();
  await setHolder(server, mobile, 'Joseph', 'Zulu');
  const { name, account } = await identityOf(await applicant(server, { mobile }));
  expect(name).toBe('Chipo Lungu');
  expect(account).toMatchObject({
    operator: 'mtn',
    holderName: 'Joseph Zulu',
    distance: 1,
    verdict: 'different',
  });
});

describe('a check of the face that does not count says why:', () => {
  test('the consent was taken back', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'passed', { outcome: 'pass', reason: null });
    expect(await identityOf(one)).toMatchObject({ face: { outcome: 'pass' }, otherFaceChecks: [] });
    await takeConsentBack(server, one);
    expect(await identityOf(one)).toMatchObject({
      face: null,
      otherFaceChecks: [{ outcome: 'pass', whyNot: 'the consent was taken back' }],
    });
  });

  test('a person decided', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'referred');
    server.clock.advance({ seconds: 1 });
    await decide(natasha, one, { outcome: 'send_back', picture: 'identity' });
    await takeCardAgain(server, one);
    expect(await identityOf(one)).toMatchObject({
      face: null,
      otherFaceChecks: [{ outcome: 'refer', reason: 'Match in doubt', whyNot: 'a person decided' }],
    });
  });

  test('another check counts: a later one, or an earlier one that a person has to decide', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'first', { outcome: 'pass', reason: null });
    await keepCheck(server, one, 'second', { minutes: 1 });
    await keepCheck(server, one, 'third', { outcome: 'pass', reason: null, minutes: 2 });
    const { face, otherFaceChecks } = await identityOf(one);
    expect(face).toMatchObject({ outcome: 'refer', reason: 'Match in doubt' });
    expect(otherFaceChecks.map(({ whyNot }) => whyNot)).toEqual([
      'another check counts',
      'a later check counts',
    ]);
  });

  test('it was made with another picture of the card, the pictures were taken again, or staff set it aside', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'counts');
    await keepCheck(server, one, 'other-card', {
      front: 'earlier',
      outcome: 'pass',
      reason: null,
      minutes: 1,
    });
    await keepCheck(server, one, 'again', { outcome: 'again', reason: 'too_dark', minutes: 2 });
    await keepCheck(server, one, 'aside', { outcome: 'pass', reason: null, minutes: 3 });
    await server.query(`update face_check set set_aside_at = now() where check_id = 'aside'`);
    const { face, otherFaceChecks } = await identityOf(one);
    expect(face).toMatchObject({ outcome: 'refer', similarity: 0.61, isOfOtherCard: false });
    expect(otherFaceChecks).toMatchObject([
      { outcome: 'pass', whyNot: expect.stringMatching(/^set aside /) },
      { outcome: 'again', reason: 'Too dark', whyNot: 'the pictures were taken again' },
      { outcome: 'pass', whyNot: 'made with another picture of the card' },
    ]);
  });
});

describe('the points of an application', () => {
  test('are those of its decision, and each part has the value that the rules judged', async () => {
    const one = await applicant(server);
    const [{ points }] = await server.query('select points from loan_decision where loan_id = $1', [
      one.orderId,
    ]);
    const { score } = (await open(natasha, one)).data;
    expect(score.points).toBe(points);
    expect(score.parts).toContainEqual(
      expect.objectContaining({ title: 'Monthly income', value: 'K1,500.00' }),
    );
  });

  test.each([
    [
      'were counted with another scorecard than the one that stands',
      `versions = versions || '{"scorecard": 99}'`,
    ],
    ['rest on values that were erased', `inputs = '{}'`],
  ])('have no parts where they %s', async (_what, change) => {
    const one = await applicant(server);
    const [{ points }] = await server.query(
      `update loan_decision set ${change} where loan_id = $1 returning points`,
      [one.orderId],
    );
    expect((await open(natasha, one)).data.score).toMatchObject({ points, parts: [] });
  });
});

describe('the picture of the face', () => {
  const pictureOf = ({ orderId }: Applicant) =>
    natasha.client.call('getApplicationPicture', { params: { loanId: orderId, picture: 'face' } });

  test('is missing once it was erased, although the referral counts', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'shown');
    expect((await open(natasha, one)).data.pictures).toContain('face');
    await takeConsentBack(server, one);
    const { pictures, identity } = (await open(natasha, one)).data;
    expect(pictures).not.toContain('face');
    expect(identity.face).toMatchObject({ outcome: 'refer', reason: 'Match in doubt' });
    expect(await pictureOf(one)).toMatchObject({ code: 404 });
  });

  test('is there, and the referral counts, also where many checks came after it', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'referred');
    for (let minutes = 1; minutes <= 21; minutes += 1)
      await keepCheck(server, one, `again-${minutes}`, { outcome: 'again', reason: 'too_dark', minutes });
    const { pictures, identity } = (await open(natasha, one)).data;
    expect(pictures).toContain('face');
    expect(identity.face).toMatchObject({ outcome: 'refer' });
  });
});
