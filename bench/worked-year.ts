import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { liveYear } from './worked-year/live-year.ts';

/*
 * A year of a lender's books: `npm run bench:year`. Loans are taken all year and repaid on time, late, in parts, after an
 * extension, with a waiver, after a write-off or not at all. Staff run their commands: money between the bank and the
 * operators, statements of the bank, a signature for each day of each wallet, the end and the closing of each month and of
 * the year. The reports of every month are written, and their totals have to tie to each other. Then all of it is done a
 * second time, and every file has to be the same. Settings, from the environment:
 *
 *   LOANS    loans taken in the year (5000)
 *   SEED     what the borrowers do is drawn from it (1)
 *   RUNS     how often the year is lived (2)
 *   OUT      a folder for the reports; a folder that is removed where it is not given
 *
 * A quick try: LOANS=60 RUNS=1 npm run bench:year.
 */

const LOANS = Number(process.env.LOANS ?? 5000);
const SEED = Number(process.env.SEED ?? 1);
const RUNS = Number(process.env.RUNS ?? 2);

const folder = process.env.OUT ?? (await mkdtemp(path.join(tmpdir(), 'thumba-year-')));
try {
  const digests: string[] = [];
  for (let turn = 1; turn <= RUNS; turn += 1) {
    const reports = path.join(folder, `run-${turn}`);
    await mkdir(reports, { recursive: true });
    await liveYear({ loans: LOANS, seed: SEED, folder: reports, tell: (line) => console.log(line) });
    const digest = await digestOf(reports);
    console.log(`The reports of run ${turn}: ${digest.files} files, SHA-256 ${digest.hash}`);
    digests.push(digest.hash);
  }
  const areEqual = new Set(digests).size === 1;
  if (RUNS > 1)
    console.log(areEqual ? 'Every file of every run is the same.' : 'The runs have different files.');
  if (!areEqual) process.exitCode = 1;
} finally {
  if (process.env.OUT === undefined) await rm(folder, { recursive: true });
}

async function digestOf(reports: string): Promise<{ files: number; hash: string }> {
  const names = (await readdir(reports, { recursive: true })).sort();
  const hash = createHash('sha256');
  let files = 0;
  for (const name of names) {
    const content = await readFile(path.join(reports, name)).catch(() => undefined);
    if (content === undefined) continue;
    files += 1;
    hash.update(name).update(content);
  }
  return { files, hash: hash.digest('hex') };
}
