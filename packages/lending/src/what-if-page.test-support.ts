import { expect } from 'vitest';
import { day } from './day.ts';
import { demoRules, demoScorecard } from './decision.ts';
import type { LoanState } from './loan.ts';
import { kwacha } from './money.ts';
import { decisionOn } from './rule-examples.test-support.ts';
import { moneyIn, type Row } from './rule-page.test-support.ts';
import { endingOf, tryDraft } from './what-if.ts';

export function checkWhatIfPage(endings: Row[], drafts: Row[]): void {
  for (const row of endings) {
    const ending = endingOf(row('state of the loan') as LoanState, Number(row('most days late')));
    expect(row('what became of it')).toBe(ending);
  }
  const ownVersion = { rules: demoRules, scorecard: demoScorecard };
  for (const row of drafts) {
    const income = moneyIn(row('income'));
    const own = decisionOn('1990-05-01', '2026-11-21', income, kwacha(500));
    expect(row('under its own version')).toBe(own.outcome);
    expect(row('points')).toBe(String(own.points));
    const kept = {
      ...{ ageYears: 36, isIdentityValid: true, faceMatches: null, cardDiffers: false },
      ...{ operatorNameDiffers: null, hasScreeningHit: false, hasDuplicates: false, hasOpenLoan: false },
      ...{ isBlocked: false, accountsOnDevice: null, monthlyIncomeNgwee: income, onTimeLoans: 0 },
      ...{ amountNgwee: kwacha(500), limitNgwee: kwacha(2000), affordableNgwee: kwacha(2000) },
      ...{ questionnairePoints: 0, moneyReceivedNgwee: null, isPayoutNumberShared: false },
      ...{ borrowersOnPayoutNumber: 1, borrowersOnContact: 1 },
      ...{ registrationsFromNetwork: null, applicationsFromNetwork: null },
    };
    const draft = { ...ownVersion, scorecard: { ...demoScorecard, approveFromPoints: 560 } };
    const tried = tryDraft({ on: day('2026-11-21'), kept, ownVersion, recorded: own, offered: null }, draft);
    expect(tried).toMatchObject({ kind: 'decided', outcome: row('under the draft') });
  }
}
