import { kwacha } from '@thumba/lending/money';
import { marked } from '@thumba/words/en-xa';
import { expect, test } from 'vitest';
import { inLanguage } from '../../platform/language.ts';
import { replyToRefusal } from './refusal-reply.ts';

const messageIn = (lang: string, refusal: Parameters<typeof replyToRefusal>[0]) =>
  inLanguage(lang, () => {
    const reply = replyToRefusal(refusal);
    return reply.code === 200 ? '' : reply.msg;
  });

test.each([
  [{ kind: 'no_such_loan' }, 'We could not find that'],
  [{ kind: 'no_such_coupon' }, 'We could not find this coupon'],
  [{ kind: 'key_reused' }, 'This request was already used for something else. Please start again.'],
  [{ kind: 'wallet_too_low', walletNgwee: kwacha(5) }, 'Your wallet holds K5.00'],
] as const)('the refusal %o is told in the language of the borrower', (refusal, english) => {
  expect(messageIn('en', refusal)).toBe(english);
  expect(messageIn('en-XA', refusal)).toBe(marked(english));
});
