import type { PictureVerdict } from '@thumba/identity/card-picture';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setHolder } from '../../../test/account-holder.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type Applicant, applicant } from '../../credit/application/review.test-support.ts';
import type { CardReading } from '../../people/card/card-reader.ts';
import { keepReading } from '../../people/card/card-readings.ts';
import { standingVersion } from '../../people/consent/consent-wordings.ts';
import { saveConsent } from '../../people/consent/consents.ts';
import { toDate } from '../../platform/clock.ts';
import { titleOfField } from '../application/review-words.ts';
import {
  ask,
  closeReviews,
  decide,
  enter,
  keepCheck,
  openFor,
  readPage,
} from './review-page.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());
afterEach(closeReviews);

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

async function takeConsentBack({ borrower: { borrowerId } }: Applicant): Promise<void> {
  const wordingVersion = standingVersion('face');
  const now = toDate(server.clock.nowMs());
  await saveConsent(server.db, { borrowerId, kind: 'face', isGiven: false, wordingVersion, now });
}

describe('a card', () => {
  test.each<PictureVerdict>(['blurred', 'dark', 'not_a_card', 'unread'])(
    'that could not be read (%s) is called not read, and not without a difference',
    async (picture) => {
      const one = await applicant(server);
      await keepCard(one, { picture });
      const text = await readPage(server, one);
      expect(text).toContain('Card not read');
      expect(text).not.toContain('no difference');
    },
  );

  test('that was read has no difference, one or several', async () => {
    const one = await applicant(server);
    const same = { firstName: read('CHIPO'), lastName: read('LUNGU') };
    await keepCard(one, { fields: same });
    expect(await readPage(server, one)).toContain('Card no difference');
    await keepCard(one, { fields: { ...same, birthDate: read('1991-04-17') } });
    expect(await readPage(server, one)).toContain('Card 1 difference');
    await keepCard(one, { fields: { firstName: read('MARY'), lastName: read('PHIRI') } });
    expect(await readPage(server, one)).toContain('Card 2 differences');
  });

  test('in another name than the identity is shown beside the name at the operator, which is compared with the identity', async () => {
    const mobile = server.newMobile();
    await setHolder(server, mobile, 'Chipo', 'Lungu');
    const one = await applicant(server, { mobile });
    await keepCard(one, { fields: { firstName: read('MARY'), lastName: read('PHIRI') } });
    const text = await readPage(server, one);
    expect(text).toContain('Name at the operator fits');
    expect(text).toContain('Name that was entered Chipo Lungu Name on the card MARY PHIRI');
    expect(text).toContain('Distance of the names 0.00: same');
    expect(text).not.toMatch(/Distance of the names \S+ different/);
  });
});

describe('a check of the face that does not count says why:', () => {
  test('the consent was taken back', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'passed', { outcome: 'pass', reason: null });
    expect(await readPage(server, one)).toContain('Outcome passed');
    await takeConsentBack(one);
    const text = await readPage(server, one);
    expect(text).toContain('passed (the consent was taken back)');
    expect(text).toContain('No check counts for these pictures of the card.');
  });

  test('a person decided', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'referred');
    server.clock.advance({ seconds: 1 });
    const { page, headers } = await enter(await openFor(server, one.orderId));
    await decide(page, headers, { outcome: 'send_back', picture: 'identity', note: 'not sharp' });
    await server.query('update borrower_identity set front_file_id = $2 where borrower_id = $1', [
      one.borrower.borrowerId,
      `next card of ${one.borrower.borrowerId}`,
    ]);
    const text = await readPage(server, one);
    expect(text).toContain('a person decides: match in doubt (a person decided)');
  });

  test('a later check counts, or one before it that a person decides', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'first', { outcome: 'pass', reason: null });
    await keepCheck(server, one, 'second', { minutes: 1 });
    await keepCheck(server, one, 'third', { outcome: 'pass', reason: null, minutes: 2 });
    const text = await readPage(server, one);
    expect(text).toContain('Outcome a person decides: match in doubt');
    expect(text).toContain('passed (another check counts)');
    expect(text).toContain('passed (a later check counts)');
  });
});

test('the scorecard is shown with the points, what the rules said and each value that they judged', async () => {
  const one = await applicant(server);
  const [{ points, inputs }] = await server.query(
    'select points, inputs from loan_decision where loan_id = $1',
    [one.orderId],
  );
  const text = await readPage(server, one);
  const card = text.slice(text.indexOf(`Scorecard: ${points} points`));
  expect(card).toContain(`Points ${points} The rules said refer`);
  expect(card).toContain('Monthly income K1,500.00');
  expect(Object.keys(inputs).length).toBeGreaterThan(5);
  for (const name of Object.keys(inputs)) expect(card).toContain(titleOfField(name));
});

describe('the picture of the face', () => {
  const picturesOf = async (one: Applicant) => {
    const { page, headers } = await enter(await openFor(server, one.orderId));
    const { body } = await ask(page, { headers });
    return /<div class="pictures">(.*?)<\/section>/s.exec(body)![1]!;
  };

  test('is missing once it was erased, although the referral counts', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'shown');
    const fileId = `shown-${one.borrower.borrowerId}`;
    expect(await picturesOf(one)).toContain(`picture/${fileId}`);
    await takeConsentBack(one);
    const pictures = await picturesOf(one);
    expect(pictures).not.toContain(fileId);
    expect(pictures).toContain('<figcaption>Face</figcaption><p class="missing">There is none.</p>');
    expect(await readPage(server, one)).toContain('Outcome a person decides: match in doubt');
  });

  test('is that of the referral, also where many checks came after it', async () => {
    const one = await applicant(server);
    await keepCheck(server, one, 'referred');
    for (let minutes = 1; minutes <= 21; minutes += 1)
      await keepCheck(server, one, `again-${minutes}`, { outcome: 'again', reason: 'too_dark', minutes });
    expect(await picturesOf(one)).toContain(`picture/referred-${one.borrower.borrowerId}`);
  });
});
