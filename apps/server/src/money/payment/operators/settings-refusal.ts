import type { PaymentDirection } from '@thumba/lending/ledger';

/** An operator refused a call because of a setting of ours, before it did anything. `check` names the settings to look at. */
export type SettingsRefusal = { refusal: string; check: readonly string[] };

/** Enough wrong PINs lock the account at the operator, and every payout that waits would send one. */
const PAUSE_MS = 60_000;

/** Remembers a refusal of our settings for a minute, so that the next instruction in that direction is not sent. */
export function createRefusedSettings(now: () => number) {
  const lastRefusal = new Map<PaymentDirection, { refusal: SettingsRefusal; until: number }>();
  return {
    remember(direction: PaymentDirection, refusal: SettingsRefusal): void {
      lastRefusal.set(direction, { refusal, until: now() + PAUSE_MS });
    },
    current(direction: PaymentDirection): SettingsRefusal | undefined {
      const last = lastRefusal.get(direction);
      const leftMs = last === undefined ? 0 : last.until - now();
      // More than a whole pause is left only where the clock was set back.
      return leftMs > 0 && leftMs <= PAUSE_MS ? last?.refusal : undefined;
    },
  };
}

export type RefusedSettings = ReturnType<typeof createRefusedSettings>;
