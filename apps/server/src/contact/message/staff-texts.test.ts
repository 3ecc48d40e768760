import { day } from '@thumba/lending/day';
import { smsParts } from '@thumba/words/sms-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { messageWords } from './message-words.ts';
import { publishWording } from './publish-wording.ts';
import { sampleFigures } from './sample-figures.ts';

let server: AppServer;
let taonga: StaffMember;
let mapalo: StaffMember;
let auditor: StaffMember;
let support: StaffMember;
beforeAll(async () => {
  server = await startAppServer({ settings: { SMS_PART_NGWEE: '25', DRAFT_LANGUAGES: 'ny,bem' } });
  const { first: maker, second: checker } = await openOffice(server);
  const people = { maker, checker };
  taonga = await hire(server, people, { userName: 'taonga', roles: ['head_of_operations'] });
  mapalo = await hire(server, people, { userName: 'mapalo', roles: ['head_of_operations'] });
  auditor = await hire(server, people, { userName: 'kondwani', roles: ['auditor'] });
  support = await hire(server, people, { userName: 'luse', roles: ['support'] });
});
afterAll(() => server.stop());

const reason = 'shorter and clearer';
const textOf = async (kind: string) => (await taonga.client.call('getText', { params: { kind } })).data;

async function ask(kind: string, english: string, translations: Record<string, string> = {}) {
  const body = { english, translations };
  const { data } = await taonga.client.call('previewText', { params: { kind }, body });
  const digest = data.preview?.digest ?? 'f'.repeat(64);
  return taonga.client.call('askForText', { params: { kind }, body: { ...body, reason, digest } });
}

const smsTexts = async (mobile: string) =>
  (await server.handset.phone(mobile)).messages.map(({ text }) => text);

describe('the words of messages', () => {
  test('are listed with the figures of a sample loan, their length and what they cost', async () => {
    const { data } = await auditor.client.call('listTexts', {});
    expect(data.partCost).toBe(0.25);
    expect(data.items.map(({ kind }) => kind).sort()).toEqual(Object.keys(messageWords).sort());
    const paidOut = data.items.find(({ kind }) => kind === 'loan_paid_out')!;
    // 30 days of 0.4 % a day and a fee of 3 % on K1,000.
    expect(paidOut.text).toBe(
      'K1,000.00 was sent to your mobile-money account. Please repay K1,150.00 by 21 December.',
    );
    expect(paidOut).toMatchObject({ ...smsParts(paidOut.text), version: 1, isOwn: false, madeBy: null });
    for (const { kind, mostParts } of data.items) expect(mostParts, kind).toBeLessThanOrEqual(data.mostParts);
  });

  test('are shown in each language, with the letters that make an SMS UCS-2', async () => {
    const text = await textOf('loan_approved');
    expect(text.rendered.map(({ language }) => language)).toEqual(['en', 'bem', 'ny']);
    expect(text.figures).toEqual([{ name: 'amountNgwee', sample: 'K1,000.00', isNeeded: true }]);
    const { data } = await taonga.client.call('previewText', {
      params: { kind: 'loan_approved' },
      body: { english: messageWords.loan_approved, translations: { ny: 'Ŵathu {amountNgwee}’' } },
    });
    expect(data.rendered.find(({ language }) => language === 'ny')).toMatchObject({
      text: 'Ŵathu K1,000.00’',
      encoding: 'ucs2',
      oddLetters: ['Ŵ', '’'],
      cost: 0.25,
    });
    expect(await textOf('no_such_message')).toMatchObject(null as never);
  });

  test('change once a second person approves, and a borrower gets the new text', async () => {
    const english = 'Good news: {amountNgwee} is yours. It is on its way.';
    const { data } = await ask('loan_approved', english, { ny: 'Zabwino: {amountNgwee}.' });
    expect(await ask('loan_approved', english)).toMatchObject({ code: 409, reason: 'waits_already' });
    const shown = await mapalo.client.call('getRequest', { params: { requestId: data.requestId } });
    expect(shown.data).toMatchObject({
      title: 'Words of the message loan approved: version 2',
      message: 'Good news: K1,000.00 is yours. It is on its way.',
    });
    expect(shown.data.effect[0]).toMatchObject({
      title: 'English',
      before: 'Your loan of K1,000.00 is approved. The money is on its way to your mobile-money account.',
    });
    expect((await textOf('loan_approved')).waiting).toMatchObject({ requestId: data.requestId });
    expect((await answerAs(taonga, data.requestId)).code).toBe(403);
    expect(await textOf('loan_approved')).toMatchObject({ version: 1 });
    expect(await answerAs(mapalo, data.requestId)).toMatchObject({ code: 200, data: { state: 'done' } });
    const borrower = await signUp(server);
    await apply(borrower);
    await expect
      .poll(() => smsTexts(borrower.mobile))
      .toContain('Good news: K1,000.00 is yours. It is on its way.');
    const { versions, madeBy, checkedBy } = await textOf('loan_approved');
    expect({ madeBy, checkedBy }).toEqual({ madeBy: expect.any(String), checkedBy: expect.any(String) });
    expect(madeBy).not.toBe(checkedBy);
    expect(versions.map(({ version, english: of }) => [version, of])).toEqual([
      [2, english],
      [1, messageWords.loan_approved],
    ]);
    await expectSoundBook(server);
  });

  test('of two people stay when the program starts again, and those of the program are a change too', async () => {
    const english = 'Your loan of {amountNgwee} is fully paid back. Receipt {receiptNo}.';
    const { data } = await ask('loan_settled', english);
    await answerAs(mapalo, data.requestId);
    await publishWording(server.db, undefined, new Date(server.clock.nowMs()));
    expect(await textOf('loan_settled')).toMatchObject({ version: 2, english });
    const back = await ask('loan_settled', messageWords.loan_settled);
    await answerAs(mapalo, back.data.requestId);
    expect(await textOf('loan_settled')).toMatchObject({ version: 3, english: messageWords.loan_settled });
  });

  test('are shown as they are written too, with what stands in brackets for other figures', async () => {
    const english =
      'Your loan is closed.[ Ask us about {minDaysHeld} days.] {amountNgwee} came. Receipt {receiptNo}.';
    const { data } = await ask('loan_settled', english);
    const { data: request } = await mapalo.client.call('getRequest', {
      params: { requestId: data.requestId },
    });
    expect(request.effect).toContainEqual({
      title: 'English: as it is written',
      before: messageWords.loan_settled,
      after: english,
    });
    const today = day(server.today());
    const catalogue = (await openCatalogue(server.db, server.clock, () => today)).current();
    const ladder = { ...catalogue.ladder, minDaysHeld: 0 };
    const sampled = sampleFigures(
      { catalogue: { ...catalogue, ladder }, on: today, lenderPhone: '1', publicUrl: 'x' },
      'payment',
    );
    expect(Object.entries(sampled).filter(([, figure]) => figure === 0)).toEqual([]);
  });

  test('that were asked for before others were published change nothing', async () => {
    const { data } = await ask('payout_failed', 'No {amountNgwee} today.');
    await server.query(
      `insert into message_template (kind, version, wording, published_at) values ('payout_failed', 2, 'x {amountNgwee}', now())`,
    );
    await answerAs(mapalo, data.requestId);
    const { data: request } = await mapalo.client.call('getRequest', {
      params: { requestId: data.requestId },
    });
    expect(request).toMatchObject({
      state: 'failed',
      failure: 'Other words were published since this was asked for. Ask again.',
    });
  });
});

describe('words that are refused', () => {
  test.each([
    ['an unknown figure', 'Take {name} {amountNgwee}', /has no figure \{name\}/],
    ['a figure left out', 'Your loan is approved.', /has to name \{amountNgwee\}/],
    ['a figure that is said only sometimes', 'Approved.[ {amountNgwee}]', /has to name \{amountNgwee\}/],
    ['a brace that does not close', 'Your {amountNgwee} {', /does not close/],
    ['more SMS than are sent', `{amountNgwee} ${'ŵ'.repeat(200)}`, /takes 4 SMS/],
  ])('%s', async (_, english, sentence) => {
    const { data } = await taonga.client.call('previewText', {
      params: { kind: 'payout_held' },
      body: { english, translations: {} },
    });
    expect(data.preview).toBeNull();
    expect(data.problems).toEqual([{ language: 'en', sentence: expect.stringMatching(sentence) }]);
    expect(await ask('payout_held', english)).toMatchObject({ code: 409, reason: 'bad_text' });
  });

  test('of a language that is not on, of now, and without the effect that was shown', async () => {
    const own = 'We hold {amountNgwee} for you.';
    expect(await ask('payout_held', own, { pl: own })).toMatchObject({ code: 409, reason: 'bad_text' });
    expect(await ask('payout_held', messageWords.payout_held)).toMatchObject({
      code: 409,
      reason: 'nothing_different',
    });
    const body = { english: own, translations: {}, reason, digest: '0'.repeat(64) };
    const params = { kind: 'payout_held' };
    expect(await taonga.client.call('askForText', { params, body })).toMatchObject({ reason: 'changed' });
    expect((await support.client.call('askForText', { params, body })).code).toBe(403);
  });

  test('by the database where no second person approved them', async () => {
    const insert = (publishedBy: string, requestId: number | null) =>
      server.query(
        `insert into message_template (kind, version, wording, published_at, published_by, request_id)
         values ('payout_held', 2, 'x', now(), $1, $2)`,
        [publishedBy, requestId],
      );
    const { data } = await ask('payout_held', 'We hold {amountNgwee}.');
    for (const [by, request] of [
      ['staff:taonga', null],
      ['staff:taonga', data.requestId],
      ['setup', data.requestId],
    ] as const)
      await expect(insert(by, request)).rejects.toThrow('a second person approved');
  });
});
