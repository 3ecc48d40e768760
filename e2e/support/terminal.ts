import { execFile } from 'node:child_process';
import path from 'node:path';
import type { Program } from './program.ts';

const ENTRIES = {
  staff: path.join(import.meta.dirname, '../../apps/server/src/staff/terminal/main.ts'),
  upkeep: path.join(import.meta.dirname, '../../apps/server/src/upkeep/terminal/main.ts'),
};

type Ran = { status: number; printed: string; complained: string };

/** Runs a command of the program beside its server, with the settings of the server. */
export function runBeside(program: Program, entry: keyof typeof ENTRIES, ...words: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [ENTRIES[entry], ...words],
      { env: { ...process.env, DATABASE_URL: '', ...program.settings } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed, complained }),
    );
  });
}
