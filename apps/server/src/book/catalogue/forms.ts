import {
  ladderForm,
  policyForm,
  productForm,
  rulesForm,
  scorecardForm,
} from '@thumba/contract/staff/catalogue';
import type { DecisionRules, Scorecard } from '@thumba/lending/decision';
import type { LadderRule } from '@thumba/lending/ladder';
import { type Ngwee, parseKwacha, toKwacha } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Policy, type Product, policyWithLaterLimits } from '@thumba/lending/product';
import { rate } from '@thumba/lending/rate';
import type { ZodType } from 'zod';
import type { ProductDraft } from './commands.ts';

export type FormRefusal = { kind: 'not_that_form'; field: string; message: string };

/** The catalogue as staff read and write it: amounts in kwacha, no version but the one that was changed. */
export function readProductForm(given: unknown): Outcome<ProductDraft, FormRefusal> {
  return read(productForm, given, (form): ProductDraft => {
    const {
      productId,
      version,
      minAmount,
      maxAmount,
      amountStep,
      minRepayAmount,
      extension,
      penalty,
      dueDay,
      ...same
    } = form;
    return {
      ...same,
      productId: productId ?? null,
      version: version ?? null,
      minNgwee: amountIn(minAmount),
      maxNgwee: amountIn(maxAmount),
      stepNgwee: amountIn(amountStep),
      minRepayNgwee: amountIn(minRepayAmount),
      dailyRate: rate(form.dailyRate),
      serviceFeeRate: rate(form.serviceFeeRate),
      extension: extension && { ...extension, rate: rate(extension.rate) },
      penalty: { ...penalty, dailyRate: rate(penalty.dailyRate) },
      ...(dueDay.rule === 'after_term' ? {} : { dueDay }),
    };
  });
}

export function productFormOf(product: Product): unknown {
  const { productId, version, name, minNgwee, maxNgwee, stepNgwee, minRepayNgwee, dueDay, ...same } = product;
  return {
    productId,
    version,
    name,
    minAmount: toKwacha(minNgwee),
    maxAmount: toKwacha(maxNgwee),
    amountStep: toKwacha(stepNgwee),
    minRepayAmount: toKwacha(minRepayNgwee),
    ...same,
    dueDay: dueDay ?? { rule: 'after_term' },
  };
}

export function readPolicyForm(given: unknown): Outcome<Policy, FormRefusal> {
  return read(policyForm, given, (form) =>
    policyWithLaterLimits({
      ...form,
      maxAnnualSimpleRate: form.maxAnnualSimpleRate === null ? null : rate(form.maxAnnualSimpleRate),
      chargeCapRate: rate(form.chargeCapRate),
    }),
  );
}

export function readLadderForm(given: unknown): Outcome<LadderRule, FormRefusal> {
  return read(ladderForm, given, (form) => ({
    ...form,
    steps: form.steps.map(amountIn),
    minShareOfLimit: rate(form.minShareOfLimit),
  }));
}

export function ladderFormOf({ steps, ...same }: LadderRule): unknown {
  return { steps: steps.map(toKwacha), ...same };
}

export function readRulesForm(given: unknown): Outcome<Omit<DecisionRules, 'version'>, FormRefusal> {
  return read(rulesForm, given, ({ approveIncome, referIncome, ...same }) => ({
    ...same,
    approveIncomeNgwee: amountIn(approveIncome),
    referIncomeNgwee: amountIn(referIncome),
    instalmentShareOfIncome: rate(same.instalmentShareOfIncome),
  }));
}

export function rulesFormOf(rules: DecisionRules): unknown {
  const { version: _version, approveIncomeNgwee, referIncomeNgwee, ...same } = rules;
  return { ...same, approveIncome: toKwacha(approveIncomeNgwee), referIncome: toKwacha(referIncomeNgwee) };
}

export function readScorecardForm(given: unknown): Outcome<Omit<Scorecard, 'version'>, FormRefusal> {
  return read(scorecardForm, given, (form) => form);
}

export function scorecardFormOf({ version: _version, ...same }: Scorecard): unknown {
  return same;
}

function read<Form, Value>(
  form: ZodType<Form>,
  given: unknown,
  build: (form: Form) => Value,
): Outcome<Value, FormRefusal> {
  const parsed = form.safeParse(given);
  if (parsed.success) return allow(build(parsed.data));
  const { path, message } = parsed.error.issues[0]!;
  return refuse({ kind: 'not_that_form', field: path.join('.'), message });
}

/** The form was checked to hold an amount. */
function amountIn(kwacha: number): Ngwee {
  return parseKwacha(kwacha)!;
}
