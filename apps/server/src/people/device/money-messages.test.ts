import { describe, expect, test } from 'vitest';
import cases from './money-messages.json' with { type: 'json' };
import { figuresOf, type PhoneMessage, readMoneyMovement } from './money-messages.ts';

/* The Android wrapper reads SMS by the same rules, so its tests read the same cases. */

describe('an SMS about money', () => {
  test.each(cases.bodies)('"$body" is read as $movement', ({ body, movement }) => {
    expect(readMoneyMovement(body) ?? null).toEqual(movement);
  });

  test('of two thousand letters that make the patterns slow is read fast', () => {
    const startedMs = performance.now();
    for (const piece of ['K1,111', '1', 'balance is ', 'fee: ', 'K', ' ,', '1,111.1 ', 'received ']) {
      readMoneyMovement(`${piece.repeat(2000).slice(0, 1990)} received`);
    }
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });
});

describe('a list of SMS', () => {
  test.each(cases.lists)('$name', ({ senders, messages, figures: { readCount, ...figures } }) => {
    expect(figuresOf(messages as PhoneMessage[], senders, cases.nowMs)).toEqual({ readCount, figures });
  });
});
