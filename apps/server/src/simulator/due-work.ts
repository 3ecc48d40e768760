import { sendDueCallbacks } from './callbacks.ts';
import { readFaults } from './faults.ts';
import { type Instruction, instructionColumns } from './instruction.ts';
import { endInstruction } from './instruction-ending.ts';
import type { Simulator } from './settings.ts';
import { instant, inTransaction } from './store.ts';

const BATCH_SIZE = 20;
const PAUSE_AFTER_ERROR_MS = 2000;

export type Loop = { stop: () => Promise<void> };

// Expired prompts, delayed payouts and due callbacks are rows, so a new process finds those of a killed one.
export function startDueWork(simulator: Simulator, onError: (error: unknown) => void): Loop {
  let isStopped = false;
  let endPause = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!isStopped) {
      let pauseMs = simulator.settings.pollMs;
      try {
        await endDueInstructions(simulator);
        await sendDueCallbacks(simulator);
      } catch (error) {
        onError(error);
        pauseMs = PAUSE_AFTER_ERROR_MS;
      }
      if (!isStopped) await pause(pauseMs);
    }
  };
  const running = run();
  return {
    stop: () => {
      isStopped = true;
      endPause();
      return running;
    },
  };
}

async function endDueInstructions(simulator: Simulator): Promise<void> {
  const { pool, now } = simulator;
  const at = instant(now());
  const isDue = `outcome = 'pending' and least(prompt_expires_at, settles_at) <= $1`;
  const waiting = await pool.query(`select from instruction where ${isDue} limit 1`, [at]);
  if (waiting.rowCount === 0) return;

  const faults = await readFaults(pool);
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Instruction>(
      `select ${instructionColumns} from instruction where ${isDue} order by id limit ${BATCH_SIZE}
       for update skip locked`,
      [at],
    );
    for (const instruction of rows) {
      const ending = instruction.promptExpiresAt ? ({ failure: 'expired' } as const) : 'succeeded';
      await endInstruction(simulator, client, instruction, ending, faults);
    }
  });
}
