import { type LoanStateRefusal, wrongState } from './application.ts';
import { unchanged } from './change.ts';
import type { Day } from './day.ts';
import { type EvidenceKind, MOST_EVIDENCE_PICTURES } from './evidence-kind.ts';
import type { Change, Loan } from './loan.ts';
import { allow, type Outcome, refuse } from './outcome.ts';

/** How long the borrower has for it. */
export const EVIDENCE_HOURS = 48;

const HOUR_MS = 3_600_000;

/** `ended` by what staff did meanwhile, `lapsed` where the time passed without pictures. */
export type EvidenceState = 'asked' | 'given' | 'lapsed' | 'ended';

export type EvidenceRequest = { evidence: EvidenceKind; state: EvidenceState; endsAtMs: number };

export type EvidenceRefusal =
  | LoanStateRefusal
  | { kind: 'evidence_not_asked' }
  | { kind: 'evidence_over' }
  | { kind: 'evidence_pictures'; most: number };

/** The instant until which evidence may be given that is asked for at an instant. */
export function evidenceEndsAtMs(askedAtMs: number): number {
  return askedAtMs + EVIDENCE_HOURS * HOUR_MS;
}

/** Staff ask for evidence. The application waits for the borrower. Refuses any state but `applied`. */
export function askForEvidence(
  loan: Loan,
  { on, evidence }: { on: Day; evidence: EvidenceKind },
): Outcome<Change, LoanStateRefusal> {
  if (loan.state !== 'applied') return refuse(wrongState(loan));
  const { principalNgwee: amountNgwee } = loan.terms;
  return allow({
    ...unchanged(loan),
    events: [{ kind: 'evidence_asked', on, evidence }],
    messages: [
      {
        kind: evidence === 'payslip' ? 'payslip_asked' : 'mobile_money_statement_asked',
        amountNgwee,
        hours: EVIDENCE_HOURS,
      },
    ],
  });
}

/**
 * The borrower gives pictures, and the application waits for a person again. Refuses, in this order: any state but
 * `applied`; a request that does not stand; one whose time is over; no picture or too many.
 */
export function giveEvidence(
  loan: Loan,
  request: EvidenceRequest | undefined,
  { on, nowMs, pictures }: { on: Day; nowMs: number; pictures: number },
): Outcome<Change, EvidenceRefusal> {
  if (loan.state !== 'applied') return refuse(wrongState(loan));
  if (request?.state === 'lapsed') return refuse({ kind: 'evidence_over' });
  if (request?.state !== 'asked') return refuse({ kind: 'evidence_not_asked' });
  if (nowMs >= request.endsAtMs) return refuse({ kind: 'evidence_over' });
  if (pictures < 1 || pictures > MOST_EVIDENCE_PICTURES)
    return refuse({ kind: 'evidence_pictures', most: MOST_EVIDENCE_PICTURES });
  return allow({
    ...unchanged(loan),
    events: [{ kind: 'evidence_given', on, evidence: request.evidence, pictures }],
  });
}

/**
 * The time for evidence has passed, and the application waits for a person again. `null` where there is nothing to end:
 * the application was decided, the request does not stand, or its time is not over.
 */
export function lapseEvidence(
  loan: Loan,
  request: EvidenceRequest,
  { on, nowMs }: { on: Day; nowMs: number },
): Change | null {
  if (loan.state !== 'applied' || request.state !== 'asked' || nowMs < request.endsAtMs) return null;
  const { principalNgwee: amountNgwee } = loan.terms;
  return {
    ...unchanged(loan),
    events: [{ kind: 'evidence_lapsed', on, evidence: request.evidence }],
    messages: [{ kind: 'evidence_lapsed', amountNgwee }],
  };
}
