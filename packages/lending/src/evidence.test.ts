import { describe, expect, test } from 'vitest';
import { openLoan } from './application.ts';
import { day } from './day.ts';
import {
  askForEvidence,
  type EvidenceRequest,
  type EvidenceState,
  evidenceEndsAtMs,
  giveEvidence,
  lapseEvidence,
} from './evidence.ts';
import { kwacha } from './money.ts';
import { paidOutLoan, referral, sampleTerms } from './sample-loan.test-support.ts';

const on = day('2026-11-21');
const loan = openLoan({ loanId: 7, borrowerId: 3, terms: sampleTerms(), on, decision: referral }).loan;
const running = paidOutLoan(sampleTerms(), on);
const ENDS_AT = 1_000_000;

const asked = (state: EvidenceState = 'asked'): EvidenceRequest => ({
  evidence: 'payslip',
  state,
  endsAtMs: ENDS_AT,
});

describe('evidence', () => {
  test.each([
    ['payslip', 'payslip_asked'],
    ['mobile_money_statement', 'mobile_money_statement_asked'],
  ] as const)('of the kind %s is asked for, and the application goes on waiting', (evidence, kind) => {
    expect(askForEvidence(loan, { on, evidence })).toMatchObject({
      ok: true,
      value: {
        loan,
        events: [{ kind: 'evidence_asked', on, evidence }],
        messages: [{ kind, amountNgwee: kwacha(1000), hours: 48 }],
      },
    });
    expect(askForEvidence(running, { on, evidence })).toEqual({
      ok: false,
      refusal: { kind: 'wrong_state', state: 'active' },
    });
  });

  test('may be given for 48 hours', () => {
    expect(evidenceEndsAtMs(0)).toBe(48 * 3_600_000);
  });

  test.each([1, 2, 3])('is given in %d pictures', (pictures) => {
    const given = giveEvidence(loan, asked(), { on, nowMs: ENDS_AT - 1, pictures });
    expect(given).toMatchObject({
      ok: true,
      value: { loan, events: [{ kind: 'evidence_given', on, evidence: 'payslip', pictures }], messages: [] },
    });
  });

  test.each<[string, EvidenceRequest | undefined, { nowMs?: number; pictures?: number }, object]>([
    ['that was never asked for', undefined, {}, { kind: 'evidence_not_asked' }],
    ['that was given', asked('given'), {}, { kind: 'evidence_not_asked' }],
    ['whose request staff ended', asked('ended'), {}, { kind: 'evidence_not_asked' }],
    ['whose request lapsed', asked('lapsed'), {}, { kind: 'evidence_over' }],
    ['at the end of its time', asked(), { nowMs: ENDS_AT }, { kind: 'evidence_over' }],
    ['without a picture', asked(), { pictures: 0 }, { kind: 'evidence_pictures', most: 3 }],
    ['in four pictures', asked(), { pictures: 4 }, { kind: 'evidence_pictures', most: 3 }],
  ])('%s is refused', (_what, request, { nowMs = 0, pictures = 1 }, refusal) => {
    expect(giveEvidence(loan, request, { on, nowMs, pictures })).toEqual({ ok: false, refusal });
  });

  test('for an application that was decided is refused', () => {
    expect(giveEvidence(running, asked(), { on, nowMs: 0, pictures: 1 })).toEqual({
      ok: false,
      refusal: { kind: 'wrong_state', state: 'active' },
    });
  });

  test('lapses at the end of its time, and the borrower is told', () => {
    expect(lapseEvidence(loan, asked(), { on, nowMs: ENDS_AT })).toMatchObject({
      loan,
      events: [{ kind: 'evidence_lapsed', on, evidence: 'payslip' }],
      messages: [{ kind: 'evidence_lapsed', amountNgwee: kwacha(1000) }],
    });
  });

  test.each<[string, typeof loan, EvidenceRequest, number]>([
    ['before its end', loan, asked(), ENDS_AT - 1],
    ['after it was given', loan, asked('given'), ENDS_AT],
    ['after staff decided', running, asked(), ENDS_AT],
  ])('does not lapse %s', (_what, ofLoan, request, nowMs) => {
    expect(lapseEvidence(ofLoan, request, { on, nowMs })).toBeNull();
  });
});
