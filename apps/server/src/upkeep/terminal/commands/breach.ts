import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { toDate } from '../../../platform/clock.ts';
import { type StaffDesk, staffCommand } from '../../../staff/terminal/staff-desk.ts';
import { type CommandAnswer, declined, told } from '../../../staff/terminal/terminal-command.ts';
import { momentOf } from '../../backup/restored-moment.ts';
import {
  affectedPeople,
  type Breach,
  DATA_PARTS,
  unknownBorrowers,
} from '../../personal-data/affected-people.ts';

const NAMES_A_SECOND = /:\d\d:\d\d$/;
const MINUTE_MS = 60_000;

const USAGE = [
  'npm run breach -- list <new file> --held-at "2026-11-22 10:00"                       a copy of the database or a backup of then was taken',
  'npm run breach -- list <new file> --from "2026-11-22 10:00" --until "2026-11-22 12:00"  accounts were used by others in this time',
  'npm run breach -- list <new file> --borrowers 12,15                                  these borrowers',
  'With --data identity,accounts only people of whom one of these is kept. Times are the time of Lusaka, and may have seconds.',
];

export const command = staffCommand({
  purpose: 'lists the people whom a breach of personal data concerns, for the notice within 24 hours',
  recorded: { command: 'breach', actions: ['list'] },
  async atDesk(desk, words): Promise<CommandAnswer> {
    const wanted = wantedOf(words);
    if (!wanted) return declined(...USAGE);
    const refusal = await refusalOf(desk, wanted);
    return refusal === undefined ? list(desk, wanted) : declined(refusal);
  },
});

type Wanted = { file: string; breach: Breach; times: GivenTime[]; parts?: string[] };

function wantedOf(words: readonly string[]): Wanted | undefined {
  const text = { type: 'string' } as const;
  const options = { 'held-at': text, from: text, until: text, borrowers: text, data: text };
  try {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options });
    const [verb, file, ...more] = positionals;
    // Each time that is given is read, so that none is passed over because of another option.
    const times = TIME_OPTIONS.flatMap((option) => timeOf(option, values[option]) ?? []);
    const breach = breachOf(times, values.borrowers);
    if (verb !== 'list' || !file || more.length > 0 || !breach) return undefined;
    return {
      file,
      breach,
      times,
      ...(values.data ? { parts: values.data.split(',').map((part) => part.trim()) } : {}),
    };
  } catch {
    return undefined;
  }
}

const TIME_OPTIONS = ['held-at', 'from', 'until'] as const;

type TimeOption = (typeof TIME_OPTIONS)[number];
/** The second that an option names, or the minute where it names no second. `until` is the first instant after it. */
type GivenTime = { option: TimeOption; text: string; from: Date; until: Date };

function timeOf(option: TimeOption, text: string | undefined): GivenTime | undefined {
  if (text === undefined) return undefined;
  const from = momentOf(`--${option}`, text);
  const lastsMs = NAMES_A_SECOND.test(text) ? 1000 : MINUTE_MS;
  return { option, text, from, until: toDate(from.getTime() + lastsMs) };
}

function breachOf(times: readonly GivenTime[], borrowers: string | undefined): Breach | undefined {
  const [heldAt, from, until] = TIME_OPTIONS.map((name) => times.find(({ option }) => option === name));
  const borrowerIds = borrowers?.split(',').map((word) => readRecordNumber(word.trim()) ?? 0);
  const given: Breach[] = [];
  if (heldAt) given.push({ kind: 'copy', from: heldAt.from, until: heldAt.until });
  if (from && until && from.from < until.until)
    given.push({ kind: 'accounts', from: from.from, until: until.until });
  if (borrowerIds?.every((id) => id > 0)) given.push({ kind: 'borrowers', borrowerIds });
  return given.length === 1 ? given[0] : undefined;
}

/** Why no list is made of what was read, in one sentence. */
async function refusalOf(
  { db, clock }: StaffDesk,
  { breach, times, parts }: Wanted,
): Promise<string | undefined> {
  const unknownPart = parts?.find((part) => !DATA_PARTS.includes(part));
  if (unknownPart !== undefined)
    return `"${unknownPart}" is no kind of data. There are: ${DATA_PARTS.join(', ')}.`;
  // A list of a time that is not over would be without the people of its rest.
  const ahead = times.find(({ from }) => from.getTime() > clock.nowMs());
  if (ahead) return `--${ahead.option} "${ahead.text}" is still to come.`;
  const unknownIds = breach.kind === 'borrowers' ? await unknownBorrowers(db, breach.borrowerIds) : [];
  if (unknownIds.length === 1) return `There is no borrower ${unknownIds[0]}.`;
  if (unknownIds.length > 1) return `There are no borrowers ${unknownIds.join(', ')}.`;
  return undefined;
}

/** Writes the list into a file that only its owner may read. It names people, so it is not printed. */
async function list(desk: StaffDesk, { file, breach, parts }: Wanted): Promise<CommandAnswer> {
  const sealing = desk.sealing();
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => error);
  if (handle instanceof Error) return declined(`${file} cannot be made (${handle.code}): name a new file.`);
  const kinds = new Map<string, number>();
  let people = 0;
  try {
    await handle.write('borrower,mobile,account,data\n');
    for await (const person of affectedPeople({ db: desk.db, sealing }, breach, parts)) {
      people += 1;
      for (const part of person.data) kinds.set(part, (kinds.get(part) ?? 0) + 1);
      const account = person.isDeleted ? 'deleted' : 'open';
      await handle.write(`${person.borrowerId},${person.mobile ?? ''},${account},${person.data.join(' ')}\n`);
    }
  } finally {
    await handle.close();
  }
  return told(
    `${people} people are in ${file}.`,
    ...[...kinds].sort().map(([part, count]) => `  ${part}: ${count}`),
    'The Data Protection Commissioner is notified within 24 hours (docs/running/breach.md). Delete the file when the people were told.',
  );
}
