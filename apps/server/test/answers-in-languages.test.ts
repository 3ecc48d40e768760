import { BIZ_TYPE } from '@thumba/contract/codes';
import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ticketWords } from '../src/contact/complaint/complaint-words.ts';
import { holidayWords } from '../src/contact/notice/holiday-words.ts';
import { wheelRefusalWords, wheelRulesWords } from '../src/contact/wheel/wheel-words.ts';
import { failureWords } from '../src/money/payment/operators/failure-words.ts';
import { heldPayoutWords, payeeWords } from '../src/money/payment/payment-words.ts';
import { repayLinkWords } from '../src/money/quick-repayment/repay-link-words.ts';
import { repaymentQuoteWords } from '../src/money/repayment/quote-words.ts';
import { walletMovementWords } from '../src/money/wallet/movement-words.ts';
import { type AppBorrower, addAccount, apply, borrow, inApp, pay, signUp } from './app-borrower.ts';
import { type AppServer, startAppServer } from './app-server.ts';

/* What the rooms about contact and money answer is in the language of each request. */

type Apps = { english: AppBorrower; other: AppBorrower; orderId: number };

const isMarked = (text: string) => /^⟦.*⟧$/s.test(text);

let server: AppServer;
let apps: Apps;
beforeAll(async () => {
  server = await startAppServer();
  const english = await signUp(server);
  const orderId = await borrow(english);
  apps = { english, other: await inApp(server, english, 'en-XA'), orderId };
});
afterAll(() => server.stop());

/** What the app shows in English and in the marked language. */
async function inBoth<Shown>(read: (app: AppBorrower) => Promise<Shown>): Promise<[Shown, Shown]> {
  return Promise.all([read(apps.english), read(apps.other)]);
}

async function expectSentence(read: (app: AppBorrower) => Promise<string | undefined>, sentence: string) {
  expect(await inBoth(read)).toEqual([sentence, marked(sentence)]);
}

describe('contact', () => {
  test('the rules of the wheel', async () => {
    const [english, other] = await inBoth(async (app) => (await app.ask('turntable', {})).rules);
    expect(english).toContain(wheelRulesWords.prizes);
    expect(other).toContain(marked(wheelRulesWords.prizes));
    expect(other.filter((rule) => !isMarked(rule))).toEqual([]);
    expect(other[1]).toContain(marked('30 days'));
  });

  test('a refused spin', async () => {
    const spin = { phoneWord: 'a-word-of-the-phone' };
    while ((await apps.english.ask('myTurntable', {})).spinsLeft > 0) {
      await apps.english.ask('spinTurntable', { body: spin });
    }
    const refusal = async (app: AppBorrower) => (await app.call('spinTurntable', { body: spin })).msg;
    await expectSentence(refusal, wheelRefusalWords.noChance);
  });

  test('the names and messages of holidays', async () => {
    const [english, other] = await inBoth(async (app) => (await app.ask('getReminder', {})).holidaysList);
    expect(english.map(({ name }) => name)).toContain(holidayWords.names.heroes);
    expect(other.map(({ name }) => name)).toContain(marked(holidayWords.names.heroes));
    expect(other.length).toBe(english.length);
    for (const { name, message } of other) expect([isMarked(name), isMarked(message)]).toEqual([true, true]);
  });

  test('the refusals about a complaint, and what a new phone does not show of it', async () => {
    const complaint = { topic: 'other', text: 'The first complaint' } as const;
    const { ticketNo } = await apps.english.ask('writeComplaint', { body: complaint });
    const refusal = async (app: AppBorrower) => (await app.call('closeTicket', { params: { ticketNo } })).msg;
    await expectSentence(refusal, ticketWords.notAnswered);

    const stranger = await inApp(server, apps.english, 'en-XA', 'k'.repeat(43));
    expect(await stranger.ask('getTicket', { params: { ticketNo } })).toMatchObject({
      text: marked(ticketWords.hidden),
    });

    for (const nth of [2, 3, 4, 5]) {
      await apps.english.ask('writeComplaint', { body: { ...complaint, text: `Complaint number ${nth}` } });
    }
    const [english, other] = await inBoth(
      async (app) =>
        (await app.call('writeComplaint', { body: { ...complaint, text: 'One more complaint' } })).msg,
    );
    expect(english).toMatch(/^You can send 5 complaints a day\./);
    expect(isMarked(other)).toBe(true);
  });
});

test('requests at the same time are answered in their own languages, also where they are worked off together', async () => {
  const english = await signUp(server);
  const orderId = await borrow(english);
  const other = await inApp(server, english, 'en-XA');
  const body = { bizType: BIZ_TYPE.repayment, planId: orderId * 100 + 1, payAmount: 5000 };
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, place) => {
      const { msg } = await (place % 2 === 0 ? english : other).call('submitRepayApplyV2', { body });
      return msg;
    }),
  );
  for (const [place, msg] of answers.entries()) {
    expect(isMarked(msg), `${place}: ${msg}`).toBe(place % 2 === 1);
  }
  expect(new Set(answers).size).toBe(2);
});

describe('money', () => {
  test('why a payment failed', async () => {
    const paymentId = await pay(server, apps.english, apps.orderId, { amount: 100, action: 'wrong_pin' });
    const reason = async (app: AppBorrower) =>
      (await app.ask('getPayment', { params: { paymentId } })).failureReason;
    const [english, other] = await inBoth(reason);
    expect(Object.values(failureWords)).toContain(english);
    expect(other).toBe(marked(english!));
  });

  test('a quote and a link that are not known', async () => {
    const body = {
      bizType: BIZ_TYPE.repayment,
      planId: apps.orderId * 100 + 1,
      payAmount: 100,
      quoteId: 'of-nothing',
    };
    const quote = async (app: AppBorrower) => (await app.call('submitRepayApplyV2', { body })).msg;
    await expectSentence(quote, repaymentQuoteWords.unknown);
    const link = async (app: AppBorrower) =>
      (await app.call('quickRepayInfo', { body: { code: 'A'.repeat(22) } })).msg;
    await expectSentence(link, repayLinkWords.notValid);
  });

  test('the searches for a payment that are left', async () => {
    const claim = (app: AppBorrower, nth: number) =>
      app.call('claimPayment', { body: { reference: `MP${nth}.0000.A00001` } });
    let last = await claim(apps.english, 0);
    for (let nth = 1; last.code === 200 && nth < 20; nth += 1) last = await claim(apps.english, nth);
    expect(last.msg).toMatch(/^You can look for \d+ payments a day\./);
    expect(isMarked((await claim(apps.other, 99)).msg)).toBe(true);
  });

  test('the movements of a wallet', async () => {
    await pay(server, apps.english, apps.orderId, { amount: 1150 });
    const left = await apps.english.ask('queryLoanDetail', { params: { id: apps.orderId } });
    expect(left.remaining).toBe(0);
    const titles = async (app: AppBorrower) =>
      (await app.ask('getWallet', { query: {} })).movements.map(({ title }) => title);
    const [english, other] = await inBoth(titles);
    expect(english.length).toBeGreaterThan(0);
    for (const title of english) expect(Object.values(walletMovementWords)).toContain(title);
    expect(other).toEqual(english.map(marked));
  });

  test('an account that has to wait for money', async () => {
    const mobile = server.newMobile('airtel');
    const { repayAccountId } = await addAccount(server, apps.english, { mobile });
    const refusal = async (app: AppBorrower) =>
      (await app.call('payOutWallet', { body: { amount: 1, repayAccountId } })).msg;
    const [english, other] = await inBoth(refusal);
    expect(english).toBe(payeeWords.account_waits('22 November', '10:00'));
    expect(other).toBe(marked(payeeWords.account_waits(marked(`22 ${marked('November')}`), '10:00')));
  });

  test('a payout that waits', async () => {
    const borrower = await signUp(server);
    const response = await fetch(`${server.url}/sim/api/floats/mtn/payout`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ balance: 5 }),
    });
    expect(response.status).toBe(200);
    const { orderId } = await apply(borrower);
    const other = await inApp(server, borrower, 'en-XA');
    const waitingFor = async (app: AppBorrower) =>
      (await app.ask('queryLoanDetail', { params: { id: orderId } })).waitingFor;
    await expect.poll(() => waitingFor(borrower)).toBe(heldPayoutWords.float_low('MTN'));
    expect(await waitingFor(other)).toBe(marked(heldPayoutWords.float_low('MTN')));
  });
});
