import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mtnFile } from './statement.test-support.ts';
import { readStatementLines } from './statement-file.ts';
import { statementFormats } from './statement-formats.ts';
import { readStatementInThread } from './statement-thread.ts';

const payments = (count: number) =>
  mtnFile(
    Array.from({ length: count }, (_, at) => ({
      ...{ reference: String(9_000_000 + at), at: '2026-11-21 10:00:05' },
      ...{ mobile: '0967123456', amount: '150.50' },
    })),
  );

test('a large statement is read as always, and others are served while it is', async () => {
  const bytes = payments(10_000);
  const begunAt = performance.now();
  const reading = readStatementInThread({ operator: 'mtn', bytes });
  let isOver = false;
  void reading.finally(() => {
    isOver = true;
  });
  let longestMs = 0;
  for (let last = begunAt; !isOver; ) {
    await immediate();
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  }
  const read = await reading;
  expect(longestMs).toBeLessThan((performance.now() - begunAt) / 3);
  const expected = readStatementLines(statementFormats.mtn, bytes);
  expect(JSON.stringify(read)).toBe(JSON.stringify(expected));
});

test('what is wrong with a statement comes from the thread with its lines', async () => {
  const bytes = Buffer.from(`${payments(2)}9003\n9004\n`);
  expect(await readStatementInThread({ operator: 'mtn', bytes })).toEqual({
    ok: false,
    refusal: [4, 5].map((line) => ({ line, problem: expect.stringContaining('the line has 1 fields') })),
  });
});
