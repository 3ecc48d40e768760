import { describe, expect, test } from 'vitest';
import { callWords } from '../words/call.ts';
import { failureOf } from './call-answer.ts';

const envelope = (code: number, data: unknown = null) => ({ code, msg: `message ${code}`, data });

describe('what an answer means', () => {
  test('code 200 is done', () => {
    expect(failureOf(200, envelope(200, { orderId: 1 }))).toBeUndefined();
  });

  test('code 401 ends the session', () => {
    expect(failureOf(200, envelope(401))?.kind).toBe('signed_out');
    expect(failureOf(401, envelope(401))?.kind).toBe('signed_out');
  });

  test('code 501 is left to the caller, with its stable word', () => {
    const failure = failureOf(200, envelope(501, { reason: 'face_required' }));
    expect(failure?.kind).toBe('caller_decides');
    expect(failure?.reason).toBe('face_required');
  });

  test('a call that asks for a second code is left to the caller', () => {
    const failure = failureOf(200, envelope(400, { reason: 'step_up_required', asksIdentity: true }));
    expect(failure?.kind).toBe('caller_decides');
    expect(failure?.reason).toBe('step_up_required');
  });

  test.each([400, 403, 404, 409, 413, 429, 500, 503])('code %i is refused with its message', (code) => {
    const failure = failureOf(200, envelope(code));
    expect(failure?.kind).toBe('refused');
    expect(failure?.message).toBe(`message ${code}`);
    expect(failure?.code).toBe(code);
  });

  test('an error of HTTP whose body has a code speaks with the message of the body', () => {
    expect(failureOf(500, envelope(500))?.message).toBe('message 500');
  });

  test('an error of HTTP that says 200 in its body is not done', () => {
    expect(failureOf(502, envelope(200))?.kind).toBe('unreadable');
  });

  test.each([undefined, null, 'text', [], {}, { code: '200', msg: '' }])(
    'something that is not our envelope is unreadable: %j',
    (body) => {
      const failure = failureOf(200, body);
      expect(failure?.kind).toBe('unreadable');
      expect(failure?.message).toBe(callWords.unreadable);
    },
  );

  test('messages by field are at hand for a form', () => {
    const fields = { captcha: 'The code is wrong' };
    expect(failureOf(200, envelope(400, { fields }))?.fields).toEqual(fields);
    expect(failureOf(200, envelope(400))?.fields).toEqual({});
  });
});
