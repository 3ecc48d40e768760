import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartFailure } from '../../platform/start-failure.ts';
import { type CommandAnswer, declined, type TerminalCommand, told } from './terminal-command.ts';

/** Runs the command that the first word names. Each file in the folder is a command; without a word they are listed. */
export async function runCommandOf(folder: string, words: readonly string[]): Promise<void> {
  const { run, failureStatus = 2 } = await commandFor(folder, words[0]);
  try {
    const { done, lines, status = done ? 0 : 1 } = await run(words.slice(1));
    for (const line of lines) (done ? console.log : console.error)(line);
    process.exitCode = status;
  } catch (error) {
    console.error(error instanceof StartFailure ? error.message : error);
    process.exitCode = failureStatus;
  }
}

async function commandFor(
  folder: string,
  name: string | undefined,
): Promise<Pick<TerminalCommand, 'run' | 'failureStatus'>> {
  const names = await namesIn(folder);
  if (name === undefined) return { run: () => list(folder, names) };
  if (names.includes(name)) return load(folder, name);
  return { run: async () => declined(`There is no command ${name}. There are: ${names.join(', ')}.`) };
}

async function list(folder: string, names: readonly string[]): Promise<CommandAnswer> {
  const width = Math.max(...names.map(({ length }) => length));
  const commands = await Promise.all(names.map((name) => load(folder, name)));
  return told(...commands.map(({ purpose }, index) => `${names[index]!.padEnd(width)}  ${purpose}`));
}

async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files.flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []).sort();
}

async function load(folder: string, name: string): Promise<TerminalCommand> {
  const { command } = await import(pathToFileURL(path.join(folder, `${name}.ts`)).href);
  return command;
}
