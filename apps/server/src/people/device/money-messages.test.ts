import { formatKwacha } from '@thumba/lending/money';
import { describe, expect, test } from 'vitest';
import { figuresOf, type PhoneMessage, readMoneyMovement } from './money-messages.ts';

describe('an SMS about money', () => {
  test.each([
    [
      'in K500.00',
      'You have received ZMW 500.00 from BWALYA PHIRI (260971000001). Your new balance is ZMW 742.10.',
    ],
    ['in K1,200.50', 'Money received. 1,200.50 ZMW from 0971000001 on 02/11/2026. Bal: 1,300.00 ZMW'],
    ['in K3,000.00', 'Your salary of K3,000 has been credited to account *****123. Avail bal K3,012.77'],
    ['in K25.50', 'TID: CI261102.0912.A12345. K25.5 deposited by agent 4411. Fee: K0.00'],
    ['in K1,000,000.00', 'You have received K1,000,000 from MULENGA LTD'],
    ['in K300.00', 'Payment received: ZMW 300 from Jane. Ref 88121'],
    ['in K70.00', 'Balance ZMW 700.00, fee ZMW 1. You have received ZMW 70'],
    ['in K40.00', 'Cash In of K40 from agent Mwape. Never share your PIN with anybody.'],
    ['out K50.00', 'You have sent ZMW 50.00 to JANE (0961000002). Fee ZMW 1.00. Balance is ZMW 20.'],
    ['out K99.90', 'Your payment of K99.90 to ZESCO was successful and has been received.'],
    ['out K10.00', 'K 10.00 paid to Airtime. Your balance: K5.00'],
    ['out K2,000.00', 'ZMW2,000.00 debited from your account at ATM Cairo Road'],
    ['out K15.00', 'You purchased a bundle for K15'],
  ])('%s: %s', (expected, body) => {
    const movement = readMoneyMovement(body);
    expect(movement && `${movement.direction} ${formatKwacha(movement.amountNgwee)}`).toBe(expected);
  });

  test.each([
    ['an offer', 'Win K5,000 this weekend! Dial *115# now'],
    ['a failed payment', 'Your payment of K50.00 to ZESCO failed. Your balance is K12.00'],
    ['a reversal', 'Transaction of K50.00 sent to 0971000002 has been reversed'],
    ['a request', 'JANE requested K50.00 from you. Once paid it cannot be undone'],
    ['nothing but a balance', 'Your balance is K12.00. You have received 3 free SMS'],
    ['a code', 'Your code is 4827. It was sent to you only'],
    ['an amount with a third decimal', 'You have received K5.001'],
    ['an amount badly grouped', 'You have received K1,00,00'],
    ['another currency', 'You have received USD 500.00'],
    ['an amount of ten digits', 'You have received K1234567890'],
    ['no words', ''],
  ])('%s moved none', (_what, body) => {
    expect(readMoneyMovement(body)).toBeUndefined();
  });

  test('of two thousand letters that make the patterns slow is read fast', () => {
    const startedMs = performance.now();
    for (const piece of ['K1,111', '1', 'balance is ', 'fee: ', 'K', ' ,', '1,111.1 ', 'received ']) {
      readMoneyMovement(`${piece.repeat(2000).slice(0, 1990)} received`);
    }
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });
});

describe('the figures', () => {
  const NOW = Date.parse('2026-11-21T08:00:00Z');
  const daysAgo = (days: number) => NOW - days * 24 * 60 * 60 * 1000;
  const from = (address: string, parts: Partial<PhoneMessage> = {}): PhoneMessage => ({
    address,
    body: 'You have received ZMW 500.00 from JANE',
    date: daysAgo(10),
    type: 1,
    ...parts,
  });
  const none = {
    windowDays: 90,
    receivedCount: 0,
    receivedNgwee: 0,
    spentCount: 0,
    firstOn: null,
    lastOn: null,
  };

  test('add up what came in and count what went out, of ninety days and listed senders', () => {
    const messages = [
      from('MoMo'),
      from('mtn-momo', { date: daysAgo(89), body: 'Payment received: K20.50' }),
      from('Airtel Money', { date: daysAgo(1), body: 'You have sent K10 to JANE' }),
      from('MoMo', { body: 'Win K5,000!' }),
    ];
    expect(figuresOf(messages, ['MOMO', 'MTN MoMo', 'AirtelMoney'], NOW)).toEqual({
      readCount: 4,
      figures: {
        windowDays: 90,
        receivedCount: 2,
        receivedNgwee: 52_050,
        spentCount: 1,
        firstOn: '2026-08-24',
        lastOn: '2026-11-20',
      },
    });
  });

  test.each([
    ['of another sender', from('Jane')],
    ['of a sender whose name only begins like a listed one', from('MoMo Loans')],
    ['of a number', from('+260971000001')],
    ['of nobody', from('')],
    ['sent by the phone', from('MoMo', { type: 2 })],
    ['of ninety-one days ago', from('MoMo', { date: daysAgo(91) })],
    ['of next week', from('MoMo', { date: daysAgo(-7) })],
  ])('leave out an SMS %s', (_what, message) => {
    expect(figuresOf([message], ['MoMo', 'Airtel Money'], NOW)).toEqual({ readCount: 0, figures: none });
  });

  test('of nothing are nothing, also where a list of senders is empty', () => {
    expect(figuresOf([], ['MoMo'], NOW)).toEqual({ readCount: 0, figures: none });
    expect(figuresOf([from('')], [], NOW)).toEqual({ readCount: 0, figures: none });
  });
});
