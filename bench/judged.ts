/** A figure beside its bar. */
export type Judged = { what: string; measured: string; bar: string; isReached: boolean };

export function atMost(
  what: string,
  measured: number,
  bar: number,
  inWords: (value: number) => string,
): Judged {
  return { what, measured: inWords(measured), bar: `at most ${inWords(bar)}`, isReached: measured <= bar };
}

export function atLeast(what: string, measured: number, bar: number): Judged {
  return { what, measured: String(measured), bar: `at least ${bar}`, isReached: measured >= bar };
}

export function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}
