import { staffActor } from '../../book/actor.ts';
import { writeSecurityEvent } from '../../book/security-log/events.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { CommandAnswer } from './terminal-command.ts';

/**
 * A command whose uses the security log keeps: its name, and the words of it that do more than show. A word that is a
 * value, such as a month, has a name in the log.
 */
export type RecordedCommand = {
  command: string;
  actions: readonly string[];
  actionOfValue?: { isValue(word: string): boolean; action: string };
};

/** The action stands among the first words. Later words are a reason or a name, which the log does not keep. */
const WORDS_WITH_ACTION = 2;

export function actionIn(
  { actions, actionOfValue }: RecordedCommand,
  words: readonly string[],
): string | undefined {
  if (words[0] !== undefined && actionOfValue?.isValue(words[0])) return actionOfValue.action;
  return words.slice(0, WORDS_WITH_ACTION).find((word) => actions.includes(word));
}

/** Runs a command, and then writes to the security log who ran it and whether it was done. */
export async function runRecorded(
  { db, clock, staffName }: { db: Database; clock: Clock; staffName(): string },
  { command, action }: { command: string; action: string },
  run: () => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  const record = (isDone: boolean) =>
    writeSecurityEvent(
      db,
      {
        kind: 'staff_command',
        outcome: isDone ? 'succeeded' : 'refused',
        actor: staffActor(staffName()),
        detail: { command, action },
      },
      toDate(clock.nowMs()),
    );
  let isDone = false;
  try {
    const answer = await run();
    isDone = answer.done;
    return answer;
  } finally {
    await record(isDone);
  }
}
