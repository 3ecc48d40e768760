import { readFaults } from './faults.ts';
import { type FailureReason, type Instruction, instructionColumns } from './instruction.ts';
import { endInstruction } from './instruction-ending.ts';
import type { Simulator } from './settings.ts';
import { instant, inTransaction } from './store.ts';

export const promptActions = ['approve', 'wrong_pin', 'refuse', 'ignore'] as const;
type PromptAction = (typeof promptActions)[number];

const endingOf = {
  approve: 'succeeded',
  wrong_pin: { failure: 'wrong_pin' },
  refuse: { failure: 'refused' },
} as const satisfies Record<Exclude<PromptAction, 'ignore'>, 'succeeded' | { failure: FailureReason }>;

export async function answerPrompt(
  simulator: Simulator,
  mobile: string,
  promptId: number,
  action: PromptAction,
): Promise<Instruction | 'unknown' | 'closed'> {
  const faults = await readFaults(simulator.pool);
  const answered = await inTransaction(simulator.pool, async (client) => {
    const { rows } = await client.query<Instruction>(
      `select ${instructionColumns} from instruction
       where id = $1 and mobile = $2 and prompt_expires_at is not null for update`,
      [promptId, mobile],
    );
    const instruction = rows[0];
    if (!instruction) return 'unknown';
    if (instruction.outcome !== 'pending' || instruction.promptExpiresAt! <= instant(simulator.now())) {
      return 'closed';
    }
    return action === 'ignore'
      ? instruction
      : endInstruction(simulator, client, instruction, endingOf[action], faults);
  });
  simulator.wakeDueWork();
  return answered;
}
