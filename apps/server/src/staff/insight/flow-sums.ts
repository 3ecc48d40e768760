import { INSIGHT_FLOWS, type InsightFlow } from '@thumba/contract/staff/insight-words';
import { toKwacha } from '@thumba/lending/money';
import type { FlowDay } from '../../accounting/book-day/flow-days.ts';

export type FlowSums = { loans: number } & Record<InsightFlow, number>;

const FIELDS = {
  lent: 'lentNgwee',
  principal: 'principalNgwee',
  interest: 'interestNgwee',
  fee: 'feeNgwee',
  penalty: 'penaltyNgwee',
  extension: 'extensionNgwee',
  recovery: 'recoveryNgwee',
  writtenOff: 'writtenOffNgwee',
  earned: 'earnedNgwee',
} as const satisfies Record<InsightFlow, keyof FlowDay>;

/** The flows of some days in kwacha, as the wire has them. */
export function sumFlows(days: readonly FlowDay[]): FlowSums {
  const sumOf = (field: (typeof FIELDS)[InsightFlow]) =>
    toKwacha(days.reduce((sum, day) => sum + day[field], 0));
  const sums = INSIGHT_FLOWS.map((flow) => [flow, sumOf(FIELDS[flow])] as const);
  return {
    loans: days.reduce((sum, { loans }) => sum + loans, 0),
    ...(Object.fromEntries(sums) as Record<InsightFlow, number>),
  };
}
