import { MOBILE_PATTERN, operatorName } from '@thumba/contract/fields';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Ngwee, parseKwacha } from '@thumba/lending/money';
import { z } from 'zod';

/** The operator of each prefix: the two digits of a mobile number after its leading 0. */
export type PrefixTable = Readonly<Record<string, OperatorName>>;

/** How much of the float at an operator a payout has to leave. */
export type FloatReserves = Readonly<Partial<Record<OperatorName, Ngwee>>>;

const DEFAULT_OPERATOR_PREFIXES = 'mtn:96,76;airtel:97,77,57;zamtel:95,75';

/** `mtn:96,76;airtel:97`. */
export const operatorPrefixes = z
  .string()
  .default(DEFAULT_OPERATOR_PREFIXES)
  .transform((text, refusal): PrefixTable => {
    const table: Record<string, OperatorName> = {};
    for (const { operator, value } of entriesIn(text, refusal, 'mtn:96,76;airtel:97')) {
      for (const prefix of value.split(',').map((digits) => digits.trim())) {
        if (!MOBILE_PATTERN.test(`0${prefix}0000000`) || prefix.length !== 2)
          refuse(refusal, `"${prefix}" is not how a Zambian mobile number begins: two digits, as 96`);
        else if (table[prefix]) refuse(refusal, `${prefix} is given twice`);
        table[prefix] = operator;
      }
    }
    return table;
  });

/** `mtn:5000;airtel:2000.50`, in kwacha. */
export const floatReserves = z
  .string()
  .default('')
  .transform((text, refusal): FloatReserves => {
    const reserves: Partial<Record<OperatorName, Ngwee>> = {};
    for (const { operator, value } of text === '' ? [] : entriesIn(text, refusal, 'mtn:5000;airtel:2000')) {
      const amount = /^\d{1,9}(\.\d{1,2})?$/.test(value) ? parseKwacha(Number(value)) : undefined;
      if (amount === undefined) refuse(refusal, `"${value}" is not an amount in kwacha`);
      else if (reserves[operator] !== undefined) refuse(refusal, `${operator} is given twice`);
      else reserves[operator] = amount;
    }
    return reserves;
  });

type Entry = { operator: OperatorName; value: string };

function entriesIn(text: string, refusal: z.RefinementCtx, example: string): Entry[] {
  return text.split(';').flatMap((part) => {
    const [operator = '', value, ...rest] = part.split(':').map((word) => word.trim());
    if (value === undefined || rest.length > 0) {
      refuse(refusal, `it reads as ${example}`);
      return [];
    }
    const known = operatorName.safeParse(operator).data;
    if (known === undefined) {
      refuse(refusal, `"${operator}" is no operator: say ${operatorName.options.join(', ')}`);
      return [];
    }
    return [{ operator: known, value }];
  });
}

function refuse(refusal: z.RefinementCtx, message: string): void {
  refusal.addIssue({ code: 'custom', message });
}
