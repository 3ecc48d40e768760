import { expect, test } from 'vitest';
import { digestOfRequest, refusalUnlessSeen, requestPreview } from './staff-request-preview.ts';

const asked = {
  title: 'Pay K20.00 from suspense on order 7',
  subject: 'piece 3 to order 7',
  payload: { target: 'loan', loanId: 7, seen: { version: 4 } },
  effect: [{ title: 'Left to repay', before: 'K100.00', after: 'K80.00' }],
  message: 'We received K20.00.',
};

test('a request that is as it was shown is asked for', () => {
  const { digest, ...shown } = requestPreview(asked);
  expect(shown).toEqual({ title: asked.title, effect: asked.effect, message: asked.message });
  expect(refusalUnlessSeen(structuredClone(asked), digest)).toBeUndefined();
});

test.each([
  ['another title', { title: 'Pay K20.00 from suspense on order 8' }],
  ['another thing', { subject: 'piece 3 to order 8' }],
  ['the same words and another loan', { payload: { ...asked.payload, loanId: 8 } }],
  ['the same words and a loan that moved on', { payload: { ...asked.payload, seen: { version: 5 } } }],
  ['another effect', { effect: [{ title: 'Left to repay', before: 'K90.00', after: 'K70.00' }] }],
  ['another SMS', { message: null }],
])('%s is not what was shown', (_what, other) => {
  const { digest } = requestPreview(asked);
  expect(refusalUnlessSeen({ ...asked, ...other }, digest)).toMatchObject({ code: 409 });
});

test('the id of a payment to come is another one each time, and is no part of what was shown', () => {
  const named = (attemptId: string) => ({ ...asked, payload: { ...asked.payload, attemptId } });
  expect(digestOfRequest(named('one'))).toBe(digestOfRequest(named('other')));
});

test('a figure of this moment is shown and may have moved when it is asked for', () => {
  const reaching = (borrowers: string) => ({
    ...asked,
    effect: [...asked.effect, { title: 'Reached now', before: null, after: borrowers }],
    figuresOfNow: ['Reached now'],
  });
  const { digest, effect } = requestPreview(reaching('7'));
  expect(effect.at(-1)).toMatchObject({ after: '7' });
  expect(refusalUnlessSeen(reaching('8'), digest)).toBeUndefined();
  expect(refusalUnlessSeen({ ...reaching('7'), effect: [] }, digest)).toMatchObject({ code: 409 });
});

test('what a page shows beside a request is part of what was shown', () => {
  expect(digestOfRequest(asked, ['difference 9 is left out'])).not.toBe(digestOfRequest(asked, []));
});
