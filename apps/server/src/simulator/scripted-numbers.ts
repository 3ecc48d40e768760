import type { Direction, FailureReason } from './instruction.ts';

type Script = 'succeed' | 'stay_pending' | FailureReason;

type Scripts = Record<string, Record<Direction, Script>>;

const MTN_SANDBOX_PREFIX = '46733123';

const mtnSandbox: Scripts = {
  '450': { collect: 'internal_error', payout: 'internal_error' },
  '451': { collect: 'refused', payout: 'refused' },
  '452': { collect: 'expired', payout: 'expired' },
  '453': { collect: 'stay_pending', payout: 'stay_pending' },
  '454': { collect: 'stay_pending', payout: 'stay_pending' },
  '455': { collect: 'payer_not_found', payout: 'not_enough_funds' },
  '463': { collect: 'could_not_perform', payout: 'could_not_perform' },
};

// 0961111111, 0972222222 and so on, on any network. A test or a demo then needs no answer at the handset.
const sevenEqualDigits: Scripts = {
  '1111111': { collect: 'succeed', payout: 'succeed' },
  '2222222': { collect: 'refused', payout: 'payee_not_allowed' },
  '3333333': { collect: 'not_enough_funds', payout: 'not_enough_funds' },
  '4444444': { collect: 'expired', payout: 'could_not_perform' },
  '5555555': { collect: 'stay_pending', payout: 'stay_pending' },
  '6666666': { collect: 'payer_not_found', payout: 'payee_not_found' },
};

export function isMtnSandboxNumber(party: string): boolean {
  return /^46733123\d{3}$/.test(party);
}

export function scriptFor(party: string, direction: Direction): Script | undefined {
  if (isMtnSandboxNumber(party)) {
    return mtnSandbox[party.slice(MTN_SANDBOX_PREFIX.length)]?.[direction] ?? 'succeed';
  }
  return sevenEqualDigits[party.slice(-7)]?.[direction];
}
