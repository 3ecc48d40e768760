import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type PackDeps, writeAuditorPack } from '../../accounting/export/auditor-pack.ts';
import { checkBookHasBegun, describeSpanRefusal } from '../../accounting/report/asked-for.ts';
import { readBook } from '../../accounting/report/book-snapshot.ts';
import { lenderOfConfig } from '../../book/lender.ts';
import { checkReason, REASON_NEEDED_TEXT, readRecordNumber } from '../../book/staff-action.ts';
import { readSignedContract } from '../../credit/application/signed-contract.ts';
import { declineFailedTies, readBooksWords } from './books-words.ts';
import { askForNamedPack, beginNamedPack, type NamedPack } from './bulk-export.ts';
import { fileAtDesk } from './file-request.ts';
import { writeFileWith } from './file-sink.ts';
import type { StaffDesk } from './staff-desk.ts';
import { type CommandAnswer, declined, told } from './terminal-command.ts';

export const PACK_USAGE = [
  'npm run books -- auditor-pack --period <month> --seed <number> --out <new folder> [--sample 25]',
  '                          [--format csv|xlsx]   what an auditor asks for first',
  '                          [--names yes --reason "<reason>"]   with the names of borrowers: asks a second person;',
  '                          once approved, the same words with --request <number> instead of the reason write it',
];

const USUAL_SAMPLE = '25';
const LARGEST_SAMPLE = 1_000;
const FOLDER_MODE = 0o700;

/** Writes the auditor's pack into a new or empty folder. */
export async function packBooks(desk: StaffDesk, words: readonly string[]): Promise<CommandAnswer> {
  const read = readBooksWords(
    words,
    ['seed', 'sample', 'names', 'format', 'out', 'reason', 'request'],
    desk.today(),
  );
  if (!read.ok) return declined(read.refusal, ...PACK_USAGE);
  const { span, values } = read.value;
  const { seed, sample = USUAL_SAMPLE, names = 'no', format = 'csv', out } = values;
  if (seed === undefined || !/^\d{1,12}$/.test(seed))
    return declined('Please give a seed of digits: --seed 42. The same seed draws the same loans.');
  if (!/^\d{1,4}$/.test(sample) || Number(sample) > LARGEST_SAMPLE)
    return declined(`"${sample}" is not a number of loans up to ${LARGEST_SAMPLE}.`);
  if (names !== 'yes' && names !== 'no') return declined('Please say --names yes or --names no.');
  if (format !== 'csv' && format !== 'xlsx')
    return declined(`There is no format ${format}: say csv or xlsx.`);
  if (out === undefined) return declined('Please name a new folder after --out.', ...PACK_USAGE);
  const folder = path.resolve(out);
  if (!(await isEmptyOrNew(folder))) return declined(`There are files in ${out}: please name a new folder.`);
  const begun = await readBook(desk.db, (book) => checkBookHasBegun(book, span));
  if (!begun.ok) return declined(describeSpanRefusal(begun.refusal));
  if (names === 'yes') {
    const named = {
      fromOn: span.fromOn,
      throughOn: span.throughOn,
      seed,
      sampleSize: Number(sample),
      format,
    } as const;
    const held = await askOrBegin(desk, named, values);
    if (held) return held;
  }
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const deps = await packDepsOf(desk, { folder, hasNames: names === 'yes' });
  const written = await writeAuditorPack(deps, { span, seed, sampleSize: Number(sample), format });
  if (written.failed.length > 0) return declineFailedTies(written.failed);
  const { files, loans } = written;
  return told(`${files} files are in ${out}, with the documents of ${loans.length} loans. All checks hold.`);
}

/** Borrowers are named once a second person has approved it. Undefined: the pack is written now. */
async function askOrBegin(
  desk: StaffDesk,
  pack: NamedPack,
  { request, reason = '' }: { request?: string | undefined; reason?: string | undefined },
): Promise<CommandAnswer | undefined> {
  if (request === undefined) {
    const checked = checkReason(reason);
    return checked.ok
      ? fileAtDesk({ ...desk, staffName: desk.staffName() }, askForNamedPack(pack, checked.value))
      : declined(REASON_NEEDED_TEXT);
  }
  const requestId = readRecordNumber(request);
  if (requestId === undefined) return declined(`"${request}" is not the number of a request.`);
  const refusal = await beginNamedPack(desk, requestId, pack);
  return refusal === undefined ? undefined : declined(refusal);
}

async function packDepsOf(
  desk: StaffDesk,
  { folder, hasNames }: { folder: string; hasNames: boolean },
): Promise<PackDeps> {
  const signed = {
    db: desk.db,
    sealing: desk.sealing(),
    catalogue: await desk.openCatalogue(),
    lender: lenderOfConfig(desk.config()),
  };
  return {
    db: desk.db,
    contractOf: ({ borrowerId, loanId }) => readSignedContract(signed, borrowerId, loanId, !hasNames),
    writeFile: (name, write) => writeFileWith(path.join(folder, name), write),
  };
}

async function isEmptyOrNew(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
}
