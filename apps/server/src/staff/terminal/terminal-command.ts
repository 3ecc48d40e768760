import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { withDatabaseOf } from '../../book/settings/command-database.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { StartFailure } from '../../platform/start-failure.ts';

export type CommandAnswer = { done: boolean; lines: string[] };

/** What was done or asked for, to be printed. */
export function told(...lines: string[]): CommandAnswer {
  return { done: true, lines };
}

/** Why nothing was done, or how the command is used. */
export function declined(...lines: string[]): CommandAnswer {
  return { done: false, lines };
}

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations');

/** Runs a command at the terminal on the database of the program that these settings belong to, whether it is up or not. */
export async function runOperatorCommand(
  run: (db: Database, words: readonly string[]) => Promise<CommandAnswer>,
): Promise<void> {
  try {
    const isDone = await withDatabaseOf(process.env, MIGRATIONS, async (url) => {
      const db = openDatabase({ url, maxConnections: 1 });
      try {
        const { done, lines } = await run(db, process.argv.slice(2));
        for (const line of lines) (done ? console.log : console.error)(line);
        return done;
      } finally {
        await db.close();
      }
    });
    process.exitCode = isDone ? 0 : 1;
  } catch (error) {
    console.error(error instanceof StartFailure ? error.message : error);
    process.exitCode = 2;
  }
}

/** A form in a file, or the line that says what is wrong with it. */
export async function readFormFile<Form>(
  file: string,
  form: z.ZodType<Form>,
): Promise<{ form: Form } | { problem: string }> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { problem: `Nothing was changed: there is no file ${file}.` };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { problem: `Nothing was changed: ${file} is not JSON.` };
  }
  const parsed = form.safeParse(given);
  return parsed.success
    ? { form: parsed.data }
    : { problem: `Nothing was changed: ${z.prettifyError(parsed.error).replaceAll(/\s+/g, ' ')}` };
}
