/** The reports of the back office in a process, which take their turns. */
export type ReportLine = {
  /** Reads when the turn of the holder has come. Answers `busy` where that takes too long, and reads nothing. */
  inTurn<Result>(holder: string, read: () => Promise<Result>): Promise<Result | 'busy'>;
};

export type ReportLineLimits = {
  /** So long a report waits for its turn. */
  waitMs: number;
  /** A report that takes longer than this lets the next one begin beside it. */
  slowAfterMs: number;
  /** So many reports are read at once, with those that let others begin. */
  most: number;
  /** So many reports one person may have in the line, with those that are read. */
  mostOfHolder: number;
};

const LIMITS: ReportLineLimits = { waitMs: 20_000, slowAfterMs: 2_000, most: 2, mostOfHolder: 6 };

/**
 * One report is read at a time, because each keeps a processor of the database busy, and payments need the others. A
 * report that takes long does not hold all others up.
 */
export function createReportLine(limits: ReportLineLimits = LIMITS): ReportLine {
  const waiting = new Set<() => void>();
  const ofHolder = new Map<string, number>();
  let running = 0;
  let slow = 0;

  function callNext(): void {
    if (running >= limits.most || running > slow) return;
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next);
    running += 1;
    next();
  }

  /** Answers whether the turn has come. */
  function turn(): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        waiting.delete(take);
        resolve(false);
      }, limits.waitMs);
      const take = () => {
        clearTimeout(giveUp);
        resolve(true);
      };
      waiting.add(take);
      callNext();
    });
  }

  async function readInTurn<Result>(read: () => Promise<Result>): Promise<Result | 'busy'> {
    if (!(await turn())) return 'busy';
    let isSlow = false;
    const becomeSlow = setTimeout(() => {
      isSlow = true;
      slow += 1;
      callNext();
    }, limits.slowAfterMs);
    try {
      return await read();
    } finally {
      clearTimeout(becomeSlow);
      if (isSlow) slow -= 1;
      running -= 1;
      callNext();
    }
  }

  return {
    async inTurn(holder, read) {
      const count = ofHolder.get(holder) ?? 0;
      if (count >= limits.mostOfHolder) return 'busy';
      ofHolder.set(holder, count + 1);
      try {
        return await readInTurn(read);
      } finally {
        const left = ofHolder.get(holder)! - 1;
        if (left === 0) ofHolder.delete(holder);
        else ofHolder.set(holder, left);
      }
    },
  };
}
