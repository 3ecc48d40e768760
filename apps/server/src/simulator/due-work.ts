import { sendDueCallbacks } from './callbacks.ts';
import { readFaults } from './faults.ts';
import { type Instruction, instructionColumns } from './instruction.ts';
import { endInstruction } from './instruction-ending.ts';
import type { Simulator } from './settings.ts';
import { instant, inTransaction } from './store.ts';

const BATCH_SIZE = 20;
const PAUSE_AFTER_ERROR_MS = 2000;

/** Rows that another process wrote are found after this time at the latest. */
const LONGEST_PAUSE_MS = 1000;

export type DueWork = {
  start(): void;
  /** Something may be due now. */
  wake(): void;
  stop(): Promise<void>;
};

// Expired prompts, delayed payouts and due callbacks are rows, so a new process finds those of a killed one.
export function createDueWork(simulator: Simulator, onError: (error: unknown) => void): DueWork {
  let isStopped = false;
  let isWoken = false;
  let endPause = () => {};
  let running = Promise.resolve();
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  // Nothing falls due while the clock stands still, as it does in a test.
  const untilDue = async (lookedFor: number) => {
    const endsAtMs = performance.now() + LONGEST_PAUSE_MS;
    let isClockStill = true;
    while (!isStopped && !isWoken && isClockStill && performance.now() < endsAtMs) {
      await pause(simulator.settings.pollMs);
      isClockStill = simulator.now() === lookedFor;
    }
  };
  const run = async () => {
    while (!isStopped) {
      isWoken = false;
      const now = simulator.now();
      try {
        const isMoreDue = [await endDueInstructions(simulator), await sendDueCallbacks(simulator)].includes(
          true,
        );
        if (!isMoreDue) await untilDue(now);
      } catch (error) {
        onError(error);
        if (!isStopped) await pause(PAUSE_AFTER_ERROR_MS);
      }
    }
  };
  const wake = () => {
    isWoken = true;
    endPause();
  };
  return {
    start() {
      running = run();
    },
    wake,
    stop() {
      isStopped = true;
      wake();
      return running;
    },
  };
}

/** Answers whether more may be due. */
async function endDueInstructions(simulator: Simulator): Promise<boolean> {
  const { pool, now } = simulator;
  const at = instant(now());
  const isDue = `outcome = 'pending' and least(prompt_expires_at, settles_at) <= $1`;
  const waiting = await pool.query(`select from instruction where ${isDue} limit 1`, [at]);
  if (waiting.rowCount === 0) return false;

  const faults = await readFaults(pool);
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Instruction>(
      `select ${instructionColumns} from instruction where ${isDue} order by id limit ${BATCH_SIZE}
       for update skip locked`,
      [at],
    );
    for (const instruction of rows) {
      const ending = instruction.promptExpiresAt ? ({ failure: 'expired' } as const) : 'succeeded';
      await endInstruction(simulator, client, instruction, ending, faults);
    }
    return rows.length === BATCH_SIZE;
  });
}
