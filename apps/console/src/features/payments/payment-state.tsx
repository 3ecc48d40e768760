import { Badge } from '../../ui/badge.tsx';

const LOOKS: Record<string, 'plain' | 'good' | 'warn' | 'bad'> = {
  succeeded: 'good',
  failed: 'bad',
  expired: 'bad',
  unknown: 'warn',
};

const WORDS: Record<string, string> = {
  created: 'to be sent',
  sent: 'being sent',
  pending: 'the operator works on it',
  unknown: 'outcome unknown',
};

/** Where a payment stands. */
export function PaymentState({ state }: { state: string }) {
  return <Badge look={LOOKS[state] ?? 'plain'}>{WORDS[state] ?? state}</Badge>;
}

const CLAIM_WORDS = {
  open: 'not found yet',
  found: 'on a statement',
  answered: 'answered',
  settled: 'posted',
} as const;
const CLAIM_LOOKS = { open: 'warn', found: 'warn', answered: 'plain', settled: 'good' } as const;

/** Where an "I paid" ticket stands. */
export function ClaimState({ state }: { state: keyof typeof CLAIM_WORDS }) {
  return <Badge look={CLAIM_LOOKS[state]}>{CLAIM_WORDS[state]}</Badge>;
}
