import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, signUp } from '../../../test/app-borrower.ts';
import { saveDecisionRules } from '../../../test/saved-offer.ts';
import { openBureauAnswer, sealBureauAnswer } from '../../people/borrower/bureau-answer.ts';
import { standingVersion } from '../../people/consent/consent-wordings.ts';
import { allowBureau, decide, knownAs, startWithBureau } from './bureau.test-support.ts';

let bureau: Awaited<ReturnType<typeof startWithBureau>>;
beforeAll(async () => {
  bureau = await startWithBureau();
});
afterAll(() => bureau.stop());

async function enquiriesOf(borrowerId: number) {
  return bureau.server.query(
    'select enquiry_id, state, cause from bureau_enquiry where borrower_id = $1 order by enquiry_id',
    [borrowerId],
  );
}

describe('the consent', () => {
  test('is asked for in words with a version, which the question keeps', async () => {
    const borrower = await signUp(bureau.server, {});
    const consents = await borrower.ask('listConsents', {});
    const consent = consents.find(({ kind }) => kind === 'bureau');
    expect(consent).toMatchObject({ given: false, wordingVersion: 1, withdrawable: true });
    expect(consent!.wording).toContain('credit bureau');
    await allowBureau(borrower);
    expect(await decide(bureau.server, borrower)).toMatchObject({
      outcome: 'approve',
      state: 'answered',
      consent_version: 1,
      inputs: { isBureauAnswered: true, instalmentsElsewhereNgwee: 0, daysLateElsewhere: 0 },
    });
  });

  test('is missing: nothing is asked, and a person looks', async () => {
    const borrower = await signUp(bureau.server, {});
    // Another consent is none for the bureau.
    const wordingVersion = standingVersion('marketing');
    await borrower.ask('saveConsent', { body: { kind: 'marketing', given: true, wordingVersion } });
    expect(await decide(bureau.server, borrower)).toMatchObject({
      outcome: 'refer',
      reasons: ['bureau_silent'],
      enquiry_id: null,
      inputs: { isBureauAnswered: false, instalmentsElsewhereNgwee: null },
    });
  });

  test('was withdrawn: nothing is asked any more', async () => {
    const borrower = await knownAs(bureau.server, '200');
    await allowBureau(borrower, false);
    await decide(bureau.server, borrower);
    expect(await enquiriesOf(borrower.borrowerId)).toEqual([]);
  });

  test('is needed in the database too', async () => {
    const { borrowerId } = await signUp(bureau.server, {});
    const asked = bureau.server.query(
      `insert into bureau_enquiry (borrower_id, consent_version, asked_at, state)
       values ($1, 1, now(), 'asked')`,
      [borrowerId],
    );
    await expect(asked).rejects.toThrow('with the consent of the borrower only');
  });
});

describe('an answer', () => {
  test('counts what is paid to other lenders, and is kept sealed with its day', async () => {
    const { server } = bureau;
    // 40 % of K5,000 are K2,000, and K2,500 a month go to another lender.
    const borrower = await knownAs(server, '906', { monthlyIncome: 5000 });
    const decision = await decide(server, borrower, 500);
    expect(decision).toMatchObject({
      outcome: 'decline',
      reasons: ['not_affordable'],
      inputs: { instalmentsElsewhereNgwee: 250_000, affordableNgwee: 0 },
    });
    const [kept] = await server.query(
      'select enquiry_id, answer_sealed from bureau_enquiry where borrower_id = $1',
      [borrower.borrowerId],
    );
    expect(kept.answer_sealed.toString('latin1')).not.toContain('250000');
    const place = { borrower_id: borrower.borrowerId, enquiry_id: kept.enquiry_id };
    expect(openBureauAnswer(server.sealing, place, kept.answer_sealed)).toEqual({
      isKnown: true,
      asOn: server.today(),
      accounts: [
        { state: 'open', balanceNgwee: 3_000_000, instalmentNgwee: 250_000, overdueNgwee: 0, daysLate: 0 },
      ],
    });
  });

  test('leaves what the income allows beside the loans of other lenders', async () => {
    const borrower = await knownAs(bureau.server, '906', { monthlyIncome: 10_000 });
    const beside = await decide(bureau.server, borrower, 500);
    expect(beside).toMatchObject({ outcome: 'approve' });
    const alone = await decide(
      bureau.server,
      await knownAs(bureau.server, '200', { monthlyIncome: 3750 }),
      500,
    );
    // 40 % of K10,000 less K2,500 are 40 % of K3,750.
    expect(beside.inputs.affordableNgwee).toBe(alone.inputs.affordableNgwee);
  });

  test('of a late loan elsewhere has a person look', async () => {
    const borrower = await knownAs(bureau.server, '905');
    expect(await decide(bureau.server, borrower)).toMatchObject({
      outcome: 'refer',
      reasons: ['bureau_to_check'],
      inputs: { daysLateElsewhere: 75 },
    });
  });
});

describe('a bureau that gives no usable answer', () => {
  test.each([
    ['901', 'timeout'],
    ['902', 'unreadable'],
    ['903', 'other_person'],
    ['904', 'status_500'],
  ])('%s: a person looks, and the cause is kept', async (digits, cause) => {
    const borrower = await knownAs(bureau.server, digits);
    const begunAtMs = performance.now();
    expect(await decide(bureau.server, borrower)).toMatchObject({
      outcome: 'refer',
      reasons: ['bureau_silent'],
      state: 'silent',
      cause,
    });
    expect(performance.now() - begunAtMs).toBeLessThan(5000);
    await expect(
      bureau.server.query('select from bureau_enquiry where borrower_id = $1 and answer_sealed is not null', [
        borrower.borrowerId,
      ]),
    ).resolves.toEqual([]);
  });

  test('is decided without, where the rules say so', async () => {
    const { server } = bureau;
    const deps = { ...server, catalogue: server.app.catalogue };
    const { version: _version, ...rules } = server.app.catalogue.current().rules;
    await saveDecisionRules(deps, { ...rules, withoutBureau: 'decide' });
    expect(await decide(server, await knownAs(server, '904'))).toMatchObject({
      outcome: 'approve',
      state: 'silent',
      inputs: { isBureauAnswered: false },
    });
    await saveDecisionRules(deps, rules);
  });
});

describe('one question for an application', () => {
  test('also where it is sent twice at once', async () => {
    const borrower = await knownAs(bureau.server, '200');
    const sent = await Promise.allSettled([
      apply(borrower, { amount: 500 }),
      apply(borrower, { amount: 500 }),
    ]);
    expect(sent.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(bureau.server.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    const asked = await enquiriesOf(borrower.borrowerId);
    expect(asked).toHaveLength(1);
    const decisions = await bureau.server.query(
      `select (inputs ->> 'bureauEnquiryId')::integer as enquiry_id from loan_decision where borrower_id = $1`,
      [borrower.borrowerId],
    );
    expect(decisions).toEqual([{ enquiry_id: asked[0].enquiry_id }]);
  });

  test('that was answered for an application that was not written: the answer serves for a day', async () => {
    const { server } = bureau;
    const borrower = await knownAs(server, '200');
    const late = {
      state: 'open',
      balanceNgwee: 1,
      instalmentNgwee: 0,
      overdueNgwee: 1,
      daysLate: 40,
    } as const;
    const leave = async (enquiryId: number, hoursAgo: number) => {
      const place = { borrower_id: borrower.borrowerId, enquiry_id: enquiryId };
      const answer = { isKnown: true, asOn: day('2026-11-20'), accounts: [late] } as never;
      const askedAt = new Date(server.clock.nowMs() - hoursAgo * 60 * 60_000);
      await server.query(
        `insert into bureau_enquiry (borrower_id, enquiry_id, consent_version, asked_at, state, ended_at, answer_sealed)
         values ($1, $2, 1, $3, 'answered', $3, $4)`,
        [borrower.borrowerId, enquiryId, askedAt, sealBureauAnswer(server.sealing, place, answer)],
      );
    };
    await leave(900_001, 25);
    await leave(900_002, 23);
    expect(await decide(server, borrower)).toMatchObject({
      enquiry_id: 900_002,
      reasons: ['bureau_to_check'],
      inputs: { daysLateElsewhere: 40 },
    });
    expect(await enquiriesOf(borrower.borrowerId)).toHaveLength(2);
  });

  test('whose process died is asked again after a minute', async () => {
    const { server } = bureau;
    const borrower = await knownAs(server, '200');
    await server.query(
      `insert into bureau_enquiry (borrower_id, consent_version, asked_at, state)
       values ($1, 1, $2, 'asked')`,
      [borrower.borrowerId, new Date(server.clock.nowMs())],
    );
    server.clock.advance({ minutes: 2 });
    expect(await decide(server, borrower)).toMatchObject({ outcome: 'approve', state: 'answered' });
    expect(await enquiriesOf(borrower.borrowerId)).toMatchObject([
      { state: 'silent', cause: 'left' },
      { state: 'answered' },
    ]);
  });
});
