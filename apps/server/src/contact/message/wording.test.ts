import { day } from '@thumba/lending/day';
import { kwacha, ngwee, ZERO } from '@thumba/lending/money';
import { smsParts } from '@thumba/words/sms-length';
import { describe, expect, test } from 'vitest';
import { messageWords } from './message-words.ts';
import { type Message, messageText, wordingFault } from './wording.ts';

const ONE_SMS = { encoding: 'gsm7', parts: 1 };

const receiptNo = '100001-4';

/** As long as a link of a lender with a long host name. */
const link = 'https://loans.pocket-wallet.co.zm/qp?code=R1tT0kQx-8mYv_2LhS4d9A';

const texts: [Message, string][] = [
  [
    { kind: 'loan_approved', amountNgwee: kwacha(1000) },
    'Your loan of K1,000.00 is approved. The money is on its way to your mobile-money account.',
  ],
  [
    { kind: 'loan_referred', amountNgwee: kwacha(300) },
    'We have your application for K300.00. A person will look at it and you will get an answer by SMS.',
  ],
  [
    { kind: 'loan_declined', mayApplyAgainOn: day('2026-11-28') },
    'We cannot lend to you at the moment. You can apply again on 28 November. The app shows why.',
  ],
  [
    {
      kind: 'loan_paid_out',
      amountNgwee: kwacha(1000),
      firstDueOn: day('2026-12-21'),
      firstDueNgwee: ngwee(46_333),
    },
    'K1,000.00 was sent to your mobile-money account. Please repay K463.33 by 21 December.',
  ],
  [
    { kind: 'payout_failed', amountNgwee: kwacha(1000) },
    'We could not send K1,000.00 to your mobile-money account. Please open the app to try again.',
  ],
  [
    {
      kind: 'repayment_received',
      amountNgwee: kwacha(500),
      receiptNo,
      remainingNgwee: kwacha(650),
      walletNgwee: ZERO,
    },
    'Thank you. We received K500.00. Left to repay: K650.00. Receipt 100001-4.',
  ],
  [
    {
      kind: 'repayment_received',
      amountNgwee: kwacha(500),
      receiptNo,
      remainingNgwee: kwacha(650),
      walletNgwee: ngwee(1),
    },
    'Thank you. We received K500.00. K0.01 of it is now wallet credit. Left to repay: K650.00. Receipt 100001-4.',
  ],
  [
    {
      kind: 'repayment_received',
      amountNgwee: ngwee(46_333),
      receiptNo,
      remainingNgwee: kwacha(888),
      walletNgwee: ZERO,
      savingNgwee: ngwee(3867),
    },
    'Thank you. We received K463.33. Paying early gives back K38.67. Left to repay: K888.00. Receipt 100001-4.',
  ],
  [
    { kind: 'loan_settled', amountNgwee: ngwee(116_150), receiptNo, walletNgwee: ZERO },
    'Thank you. We received K1,161.50 and your loan is paid off. Receipt 100001-4.',
  ],
  [
    { kind: 'loan_settled', amountNgwee: kwacha(1200), receiptNo, walletNgwee: kwacha(50) },
    'Thank you. We received K1,200.00 and your loan is paid off. K50.00 of it is now wallet credit. Receipt 100001-4.',
  ],
  [
    { kind: 'wallet_paid_out', amountNgwee: kwacha(230) },
    'K230.00 of your wallet credit was sent to your mobile-money account.',
  ],
  [
    { kind: 'wallet_payout_failed', amountNgwee: kwacha(230) },
    'We could not send K230.00 of your wallet credit to your mobile-money account. It is in your wallet again.',
  ],
  [
    { kind: 'payer_receipt', amountNgwee: kwacha(500), receiptNo },
    'Thank you. We received your payment of K500.00. Receipt 100001-4.',
  ],
  [
    { kind: 'reminder_before_due', owedNgwee: kwacha(1150), dueOn: day('2026-12-21'), link },
    `Please repay K1,150.00 by 21 December. Pay from any number: ${link}`,
  ],
  [
    { kind: 'reminder_due_day', owedNgwee: ngwee(12_345_678), dueOn: day('2026-09-30'), link },
    `Your bill of K123,456.78 is due on 30 September. Please pay it today, from any number: ${link}`,
  ],
  [
    { kind: 'reminder_overdue', owedNgwee: ngwee(12_345_678), dueOn: day('2026-09-30'), link },
    `Your bill of K123,456.78 was due on 30 September and costs more each day. Pay from any number: ${link}`,
  ],
  [
    { kind: 'payout_account_added', lenderPhone: '0211 000 000' },
    'A payout account was added to your Thumba. Not you? End that sign-in under Me, Settings, Where you are signed in, and call 0211 000 000.',
  ],
  [
    { kind: 'account_blocked', lenderPhone: '0211 000 000' },
    'Your account is closed for new loans. You can still repay, and your wallet stays yours. Questions? Call 0211 000 000.',
  ],
  [
    { kind: 'account_blocked_asked', lenderPhone: '0211 000 000' },
    'As you asked, your account is closed for new loans. You can still repay, and your wallet stays yours. To open it again call 0211 000 000.',
  ],
  [
    { kind: 'account_blocked_phone_lost', lenderPhone: '0211 000 000' },
    'Your account is closed for new loans because your phone or SIM card was lost. You can still repay. Call 0211 000 000 when you have it again.',
  ],
  [
    { kind: 'account_blocked_identity_unclear', lenderPhone: '0211 000 000' },
    'Your account is closed for new loans until we have looked at your identity card again. You can still repay. Please call 0211 000 000.',
  ],
  [
    { kind: 'identity_corrected', lenderPhone: '0211 000 000' },
    'We corrected your name, birth date or identity number in your account. Is something wrong? Call 0211 000 000.',
  ],
  [{ kind: 'account_unblocked' }, 'Your account is open again. You can apply for a loan in the app.'],
  [
    { kind: 'data_downloaded', lenderPhone: '0211 000 000' },
    'Your Thumba data was downloaded. Not you? End that sign-in under Me, Settings, Where you are signed in, and call 0211 000 000.',
  ],
];

function textOf({ kind, ...figures }: Message): string {
  return messageText(messageWords[kind], figures);
}

test.each(texts)('%o reads well', (message, text) => {
  expect(textOf(message)).toBe(text);
});

test.each(texts)('%o fits into one SMS', (message) => {
  const text = textOf(message);
  expect(smsParts(text), text).toMatchObject(ONE_SMS);
});

/** Figures as long as they get. What stands in brackets is said beside them only sometimes, and may take a second SMS. */
const longFigures: Record<string, unknown> = {
  link,
  receiptNo: '1000001-14',
  ticketNo: 100_001,
  device: 'Samsung Internet on Android',
  lenderPhone: '0211 000 000',
  minDaysHeld: 7,
};

test.each(Object.entries(messageWords))(
  'the wording of %s takes one SMS with long figures',
  (_kind, wording) => {
    const figures = Object.fromEntries(
      [...wording.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
        name,
        longFigures[name] ?? (name.endsWith('On') ? day('2026-09-30') : kwacha(12_345)),
      ]),
    );
    const text = messageText(wording, figures);
    expect(smsParts(text), text).toMatchObject(ONE_SMS);
  },
);

describe('a wording', () => {
  test.each(Object.entries(messageWords))('that %s is shipped with can be used', (kind, wording) => {
    expect(wordingFault(kind, wording)).toBeUndefined();
  });

  test.each([
    ['loan_aproved', 'Well done.', 'There is no message "loan_aproved".'],
    [
      'payer_receipt',
      'Paid {dueOn}.',
      'The message "payer_receipt" has no figure {dueOn}: it has {amountNgwee}, {receiptNo}.',
    ],
    [
      'loan_approved',
      'K{amountNgwee',
      'The message "loan_approved" has a brace or a bracket that does not close.',
    ],
    ['loan_approved', ' ', 'The message "loan_approved" says nothing.'],
  ])('of %s as "%s" is refused', (kind, wording, fault) => {
    expect(wordingFault(kind, wording)).toBe(fault);
  });
});
