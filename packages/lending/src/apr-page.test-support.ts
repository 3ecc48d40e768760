import { expect } from 'vitest';
import { annualPercentageRate, effectiveAnnualRate } from './apr.ts';
import { ngwee } from './money.ts';
import { brokenPolicyRules, microfinancePolicy, moneylenderPolicy } from './product.ts';
import { rate } from './rate.ts';
import { productCharging } from './rule-examples.test-support.ts';
import { moneyIn, type Row } from './rule-page.test-support.ts';

export function checkAprPage(loans: Row[], ceilings: Row[], policies: Row[]): void {
  for (const row of loans) {
    const flows = row('paid after days')
      .split(', ')
      .map((payment) => {
        const [amount = '', afterDays = ''] = payment.split(' on ');
        return { afterDays: Number(afterDays), amountNgwee: moneyIn(amount) };
      });
    const received = moneyIn(row('received'));
    expect(row('apr')).toBe(String(annualPercentageRate(received, flows)));
    expect(row('effective annual rate')).toBe(String(effectiveAnnualRate(received, flows)));
  }
  for (const row of ceilings) {
    const most = moneyIn(row('most charges'));
    const policy = { ...moneylenderPolicy, feesAllowed: true, maxAnnualSimpleRate: rate(row('ceiling')) };
    expect(brokenPolicyRules(productCharging(most, Number(row('days'))), policy)).toEqual([]);
    expect(brokenPolicyRules(productCharging(ngwee(most + 1), Number(row('days'))), policy)).toEqual([
      'max_annual_simple_rate',
    ]);
  }
  const yesOrNo = (allowed: boolean) => (allowed ? 'yes' : 'no');
  [microfinancePolicy, moneylenderPolicy].forEach((policy, index) => {
    const row = policies[index] as Row;
    expect(row('policy')).toBe(policy.name);
    expect(row('highest apr')).toBe(String(policy.maxApr ?? 'none'));
    expect(row('highest effective rate')).toBe(String(policy.maxEffectiveAnnualRate ?? 'none'));
    expect(row('highest extension rate')).toBe(String(policy.maxExtensionAnnualRate ?? 'none'));
    expect(row('ceiling')).toBe(policy.maxAnnualSimpleRate ?? 'none');
    expect(row('fees')).toBe(yesOrNo(policy.feesAllowed));
    expect(row('extension fee')).toBe(yesOrNo(policy.extensionFeesAllowed));
    expect(row('charge cap')).toBe(policy.chargeCapRate);
    expect(row('shortest term')).toBe(String(policy.minTermDays));
    expect(row('cooling-off hours')).toBe(String(policy.coolingOffHours));
  });
}
