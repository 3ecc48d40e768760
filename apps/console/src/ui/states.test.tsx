import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallFailure, failureOf } from '../platform/call-failure.ts';
import { Answer } from './states.tsx';

const refusal = (code: number) => failureOf(200, { code, msg: `Refused with ${code}.`, data: null })!;

function shown(error: Error, data?: string): string {
  const query = { data, error, isError: true, dataUpdatedAt: 0, refetch: async () => undefined };
  return renderToStaticMarkup(<Answer query={query}>{(text) => text}</Answer>);
}

test.each([400, 403, 404, 409])('a refusal with %i says why, and offers no other try', (code) => {
  expect(shown(refusal(code))).toContain(`Refused with ${code}.`);
  expect(shown(refusal(code))).not.toContain('Try again');
});

test.each([408, 429, 500, 503])('a failure with %i can be tried again', (code) => {
  expect(shown(refusal(code))).toContain('Try again');
});

test('without a connection, and with an answer that is none, it can be tried again', () => {
  expect(shown(new CallFailure('offline', 'There is no connection.'))).toContain('Try again');
  expect(shown(failureOf(502, '<html>')!)).toContain('Try again');
});

test('an old answer stays on the screen, and offers another try only where it may help', () => {
  expect(shown(refusal(503), 'the list')).toMatch(/As of .*Try again.*the list/);
  expect(shown(refusal(404), 'the list')).toMatch(/As of .*the list/);
  expect(shown(refusal(404), 'the list')).not.toContain('Try again');
});
