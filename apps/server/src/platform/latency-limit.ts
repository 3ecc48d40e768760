/** The bounds of the limit. Between them the measured latency decides. */
export type LatencyLimitBounds = { least: number; most: number };

export type LatencyLimit = {
  /** How many requests may be in work at once. */
  current(): number;
  /**
   * Takes note of an answered request. `kind` groups requests that take equally long when nothing else is in work.
   * `inWork` is how many were in work when it was answered, itself included.
   */
  answered(request: { kind: string; tookMs: number; inWork: number }): void;
};

/** After so many answers the limit is looked at again. */
const WINDOW = 50;
/** A mean slowdown up to this is what requests beside each other cost, and the limit may rise. */
const TOLERATED_SLOWDOWN = 2;
/**
 * The part of a difference by which the usual time of a kind follows an answer while little is in work. While much is in
 * work it follows quicker answers alone, and slowly. Otherwise a long overload would become usual.
 */
const FOLLOWS_BY = 0.05;
const FALLS_BY = 0.01;
/** Little is in work: this part of the least limit. */
const QUIET_SHARE = 1 / 8;
/** One very slow answer counts like this at most. The database may have been away for it. */
const WORST_SLOWDOWN = 10;
/** The limit falls by half at most at each look, and each look takes this part of the change. */
const MOST_FALL = 0.5;
const STEP = 0.5;
/**
 * A shorter usual time counts as this. Twice this time harms no caller, and the work of many requests together, as that of
 * the posting line, needs some of them to be in work at once.
 */
const LEAST_USUAL_MS = 9;

/**
 * A limit of the requests in work that follows their latency, as the gradient limits of Netflix's concurrency-limits do
 * (decision 0045). The slowdown of an answer is its time divided by the usual time of its kind, which is what it takes while
 * little is in work. While the mean slowdown is tolerated and the limit is used, the limit rises by its square root.
 * Otherwise it falls with the slowdown.
 */
export function createLatencyLimit({ least, most }: LatencyLimitBounds): LatencyLimit {
  const usualMs = new Map<string, number>();
  let limit = Math.min(most, Math.max(least, 64));
  let slowdowns = 0;
  let answers = 0;
  let mostInWork = 0;

  function look(): void {
    const slowdown = slowdowns / answers;
    const gradient = Math.max(MOST_FALL, Math.min(1, TOLERATED_SLOWDOWN / slowdown));
    // A limit that is not used says nothing about a higher one.
    const wanted =
      gradient < 1 ? limit * gradient : mostInWork * 2 < limit ? limit : limit + Math.sqrt(limit);
    limit = Math.min(most, Math.max(least, limit + (wanted - limit) * STEP));
    slowdowns = 0;
    answers = 0;
    mostInWork = 0;
  }

  return {
    current: () => Math.floor(limit),
    answered({ kind, tookMs, inWork }) {
      const took = Math.max(tookMs, LEAST_USUAL_MS);
      const usual = usualMs.get(kind) ?? took;
      const isQuiet = inWork <= Math.max(1, least * QUIET_SHARE);
      usualMs.set(kind, usual + (took - usual) * (isQuiet ? FOLLOWS_BY : took < usual ? FALLS_BY : 0));
      slowdowns += Math.min(took / usual, WORST_SLOWDOWN);
      answers += 1;
      mostInWork = Math.max(mostInWork, inWork);
      if (answers >= WINDOW) look();
    },
  };
}
