import { expect } from 'vitest';
import { type BureauRecordKind, type BureauVerdict, bureauVerdictOf } from './bureau-record.ts';
import { type Day, day } from './day.ts';
import { type BureauInputs, demoRules, largestAffordable, type WithoutBureau } from './decision.ts';
import { demoCatalogue } from './product.ts';
import { decisionOn } from './rule-examples.test-support.ts';
import { money, moneyIn, type Row } from './rule-page.test-support.ts';

const known = (text: string) => (text === 'not known' ? null : text);

function inputsOf(row: Row): BureauInputs {
  const elsewhere = known(row('paid elsewhere'));
  const days = known(row('days late elsewhere'));
  return {
    isBureauAnswered: { 'none is asked': null, answered: true, 'no answer': false }[row('the bureau')]!,
    instalmentsElsewhereNgwee: elsewhere === null ? null : moneyIn(elsewhere),
    daysLateElsewhere: days === null ? null : Number(days),
  };
}

function textOf(verdict: BureauVerdict): string {
  if ('held' in verdict) return `held: ${verdict.held}`;
  return 'leftOut' in verdict ? `left out: ${verdict.leftOut}` : verdict.kind;
}

/** The third table has the columns of a file: a test of the server compares them. */
export function checkBureauPage(decisions: Row[], records: Row[], _columns: Row[]): void {
  const [product] = demoCatalogue;
  const [term] = product!.terms;
  const income = moneyIn('K5,000');
  for (const row of decisions) {
    const inputs = inputsOf(row);
    const { instalmentShareOfIncome } = demoRules;
    const elsewhere = inputs.instalmentsElsewhereNgwee ?? undefined;
    const affordableNgwee = largestAffordable(product!, term!, income, instalmentShareOfIncome, elsewhere);
    const decision = decisionOn(
      '1990-05-01',
      '2026-11-21',
      income,
      moneyIn(row('amount')),
      { ...inputs, affordableNgwee },
      { ...demoRules, withoutBureau: row('without an answer') as WithoutBureau },
    );
    expect(row('outcome')).toBe(decision.outcome);
    expect(row('reasons')).toBe(decision.reasons.join(', '));
    expect(row('largest amount')).toBe(money(decision.availableNgwee));
  }
  for (const row of records) {
    const from = row('may be told from');
    const told = row('the bureau knows it as');
    const verdict = bureauVerdictOf({
      on: day('2027-03-01'),
      isOpen: row('loan') === 'running',
      isClosedInMonth: row('loan') === 'closed in the month',
      daysLate: Number(row('days late')),
      listFromDaysLate: 90,
      listFromOn: from === '' ? null : (from as Day),
      isDisputed: row('disputed') === 'yes',
      isWithdrawn: row('dispute upheld') === 'yes',
      isAccountDeleted: row('account deleted') === 'yes',
      told: told === 'nothing' ? null : (told as BureauRecordKind),
    });
    expect(textOf(verdict)).toBe(row('the file'));
  }
}
