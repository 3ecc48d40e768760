import { StartFailure } from '../../platform/start-failure.ts';

/** What a file in a folder of commands exports as `command`. The name of the file is the name of the command. */
export type TerminalCommand = {
  /** What it is for, in one line of the list of commands. */
  purpose: string;
  /** The exit status where a StartFailure ends it; 2 where nothing is said. */
  failureStatus?: number;
  run(words: readonly string[]): Promise<CommandAnswer>;
};

export type CommandAnswer = {
  done: boolean;
  lines: string[];
  /** The exit status, where it is not 0 for what was done and 1 for what was declined. */
  status?: number;
};

/** What was done or asked for, to be printed. */
export function told(...lines: string[]): CommandAnswer {
  return { done: true, lines };
}

/** Why nothing was done, or how the command is used. */
export function declined(...lines: string[]): CommandAnswer {
  return { done: false, lines };
}

/** Tells every failure of this work in one line, for a command whose exit status says enough. */
export async function failInOneLine<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error ? new StartFailure(error.message, { cause: error }) : error;
  }
}
