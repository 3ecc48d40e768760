import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { closedFileFailure } from './closed-file.ts';
import { StartFailure } from './start-failure.ts';

const content = z.record(z.string(), z.string());

/**
 * The keys in a file of the data folder, made once where it does not exist. Several programs may start at the same time:
 * the file appears whole, and all of them read the keys of the first.
 */
export function ownKeys(
  dataDir: string,
  fileName: string,
  make: () => Record<string, string>,
): Record<string, string> {
  const file = path.join(dataDir, fileName);
  if (!existsSync(file)) {
    const draft = draftFor(file);
    try {
      writeFileSync(path.join(draft, fileName), `${JSON.stringify(make())}\n`, { mode: 0o600 });
      linkSync(path.join(draft, fileName), file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { recursive: true });
    }
  }
  return keysIn(file);
}

function draftFor(file: string): string {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    return mkdtempSync(`${file}-`);
  } catch (error) {
    throw closedFileFailure(error, file);
  }
}

/** What JSON.parse and zod say of a broken file may quote it, so nothing of that is passed on. */
function keysIn(file: string): Record<string, string> {
  const text = textOf(file);
  try {
    return content.parse(JSON.parse(text));
  } catch {
    throw new StartFailure(`The file ${file} is damaged: put the stored copy back.`);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const failure = closedFileFailure(error);
    if (failure instanceof StartFailure) throw failure;
    throw new StartFailure(`The file ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** Reads what the keys of a file say, and names the file where they cannot be used. */
export function namingFile<Result>(dataDir: string, fileName: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    throw new StartFailure(`The file ${path.join(dataDir, fileName)} cannot be used. ${error.message}`);
  }
}
