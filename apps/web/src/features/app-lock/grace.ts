/** Long enough to read a code in the SMS app, and too short for a phone that was put down. */
const GRACE_MS = 60_000;

/** Two clocks: `wallMs` can be set by who holds the phone, `runningMs` may stand still while the phone sleeps. */
export type Moment = { wallMs: number; runningMs: number };

export function now(): Moment {
  return { wallMs: Date.now(), runningMs: performance.now() };
}

/** Whether the app was away for so long that it is locked. A clock that was set back does not make it shorter. */
export function hasGraceEnded(left: Moment, back: Moment): boolean {
  const wallMs = back.wallMs - left.wallMs;
  return wallMs < 0 || wallMs >= GRACE_MS || back.runningMs - left.runningMs >= GRACE_MS;
}
