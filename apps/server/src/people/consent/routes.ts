import { CONSENT_KINDS, type ConsentKind } from '@thumba/contract/borrower/consents';
import type { Answer } from '@thumba/contract/wire';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { standingVersion, wordingOf } from './consent-wordings.ts';
import { consentWords } from './consent-words.ts';
import { type Consent, type ConsentRefusal, listConsents, MAX_GIVEN_A_DAY, saveConsent } from './consents.ts';

export type ConsentDeps = {
  db: Database;
  clock: Clock;
  /** The senders whose SMS this lender asks to read. Null when it reads none. */
  messageSenders(): readonly string[] | null;
  /** Whether this lender sends notifications at all. */
  sendsPush: boolean;
  /** Whether this lender asks a credit bureau. */
  asksBureau?: boolean;
  /** Called after a borrower has given a consent. */
  onGiven?(kind: ConsentKind, borrowerId: number): Promise<void>;
};

/** The consents of a borrower: which are asked for, in which words, and how each stands. */
export function registerConsentRoutes(server: Server, deps: ConsentDeps): void {
  const { db, clock, messageSenders } = deps;
  const asked: Partial<Record<ConsentKind, () => boolean>> = {
    messages: () => messageSenders() !== null,
    push: () => deps.sendsPush,
    bureau: () => deps.asksBureau ?? false,
  };
  const isAsked = (kind: ConsentKind) => asked[kind]?.() ?? true;

  function toWire(kind: ConsentKind, consents: readonly Consent[]): Answer<'saveConsent'> {
    const wire = consentToWire(kind, consents);
    const senders = kind === 'messages' ? messageSenders() : null;
    return senders ? { ...wire, senders: [...senders] } : wire;
  }

  serve(server, 'listConsents', async (_input, { borrowerId }) => {
    const consents = await listConsents(db, borrowerId);
    // A consent that is no longer asked for can still be taken back.
    const isGiven = (kind: ConsentKind) => consents.some((one) => one.kind === kind && one.isGiven);
    const shown = CONSENT_KINDS.filter((kind) => isAsked(kind) || isGiven(kind));
    return done(shown.map((kind) => toWire(kind, consents)));
  });

  serve(server, 'saveConsent', async ({ body }, { borrowerId }) => {
    const { kind, given, wordingVersion } = body;
    const nowMs = clock.nowMs();
    if (given && !isAsked(kind)) return refused(409, consentWords.notAsked);
    const saved = await saveConsent(db, {
      borrowerId,
      kind,
      isGiven: given,
      wordingVersion,
      now: toDate(nowMs),
    });
    if (!saved.ok) return replyToRefusal(saved.refusal, nowMs);
    if (given) await deps.onGiven?.(kind, borrowerId);
    return done(toWire(kind, await listConsents(db, borrowerId)));
  });
}

function consentToWire(kind: ConsentKind, consents: readonly Consent[]): Answer<'saveConsent'> {
  const consent = consents.find((one) => one.kind === kind);
  const wordingVersion = standingVersion(kind);
  return {
    kind,
    given: consent?.isGiven ?? false,
    wordingVersion,
    wording: wordingOf(kind, wordingVersion),
    withdrawable: kind !== 'privacy',
    ...(consent && {
      changedAt: consent.changedAt.toISOString(),
      changedVersion: consent.wordingVersion,
      changedWording: wordingOf(kind, consent.wordingVersion),
    }),
  };
}

function replyToRefusal(refusal: ConsentRefusal, nowMs: number): Reply<never> {
  switch (refusal.kind) {
    case 'wording_changed':
      return refused(409, consentWords.wordingChanged, {
        wordingVersion: refusal.standingVersion,
      });
    case 'wording_unknown':
      return refused(400, consentWords.wordingUnknown);
    case 'not_withdrawable':
      return refused(409, consentWords.notWithdrawable);
    case 'given_too_often':
      return tryLater(
        'consents_of_day',
        (wait) => consentWords.tooOften(String(MAX_GIVEN_A_DAY), wait),
        refusal.retryAt,
        nowMs,
      );
  }
}
