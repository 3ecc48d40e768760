import { expect } from 'vitest';
import type { DecisionInputs } from './decision.ts';
import { kwacha } from './money.ts';
import { decisionOn } from './rule-examples.test-support.ts';
import { money, moneyIn, type Row } from './rule-page.test-support.ts';

const FOUND: Readonly<Record<string, Partial<DecisionInputs>>> = {
  'the typed text differs from the card': { cardDiffers: true },
  'the operator has another name': { operatorNameDiffers: true },
  'the operator has no name': { operatorNameDiffers: null },
  'a possible hit on a list': { hasScreeningHit: true },
  'a possible second account': { hasDuplicates: true },
  'the face was referred': { faceMatches: false },
};

type Tables = Record<'applications' | 'found' | 'phones' | 'shared' | 'messages' | 'waits', Row[]>;

export function checkDecisionsPage({ applications, found, phones, shared, messages, waits }: Tables): void {
  for (const row of applications) {
    const decision = decisionOn('1990-05-01', '2026-11-21', moneyIn(row('income')), moneyIn(row('amount')));
    expect(row('outcome')).toBe(decision.outcome);
    expect(row('reasons')).toBe(decision.reasons.join(', '));
    expect(row('largest amount')).toBe(money(decision.availableNgwee));
  }
  expect(found.map((row) => row('what was found')).sort()).toEqual(Object.keys(FOUND).sort());
  for (const row of found) {
    const different = FOUND[row('what was found')]!;
    const decision = decisionOn('1990-05-01', '2026-11-21', kwacha(5000), kwacha(1000), different);
    expect(row('outcome')).toBe(decision.outcome);
    expect(row('reasons')).toBe(decision.reasons.join(', '));
  }
  for (const row of phones) {
    const accountsOnDevice =
      row('accounts on the phone') === 'not known' ? null : Number(row('accounts on the phone'));
    const decision = decisionOn('1990-05-01', '2026-11-21', kwacha(5000), kwacha(1000), {
      accountsOnDevice,
    });
    expect(row('outcome')).toBe(decision.outcome);
    expect(row('reasons')).toBe(decision.reasons.join(', '));
  }
  for (const row of shared) {
    const inNetwork = (column: string) => (row(column) === 'not known' ? null : Number(row(column)));
    const decision = decisionOn('1990-05-01', '2026-11-21', kwacha(5000), kwacha(1000), {
      isPayoutNumberShared: row('number of another borrower') === 'yes',
      borrowersOnPayoutNumber: Number(row('on the payout number')),
      borrowersOnContact: Number(row('on the contact')),
      registrationsFromNetwork: inNetwork('registered from the network'),
      applicationsFromNetwork: inNetwork('applied from the network'),
    });
    expect(row('outcome')).toBe(decision.outcome);
    expect(row('reasons')).toBe(decision.reasons.join(', '));
  }
  for (const row of messages) {
    const told = row('came in within ninety days');
    const moneyReceivedNgwee = told === 'not known' ? null : moneyIn(told);
    const decision = decisionOn('1990-05-01', '2026-11-21', kwacha(5000), kwacha(1000), {
      moneyReceivedNgwee,
    });
    expect(row('points')).toBe(String(decision.points));
    expect(row('outcome')).toBe(decision.outcome);
  }
  for (const row of waits) {
    const decision = decisionOn(row('born'), row('asks on'), kwacha(999), kwacha(100));
    if (decision.outcome !== 'decline') throw new Error('not declined');
    expect(row('may apply again on')).toBe(decision.mayApplyAgainOn);
  }
}
