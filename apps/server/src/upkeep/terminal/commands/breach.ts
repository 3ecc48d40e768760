import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { toDate } from '../../../platform/clock.ts';
import { StartFailure } from '../../../platform/start-failure.ts';
import { type StaffDesk, staffCommand } from '../../../staff/terminal/staff-desk.ts';
import { type CommandAnswer, declined, told } from '../../../staff/terminal/terminal-command.ts';
import { whyUnreadable } from '../../../staff/terminal/unreadable-words.ts';
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
  readsOptions: true,
  async atDesk(desk, words): Promise<CommandAnswer> {
    const read = readWords(words);
    if (!read.ok) return declined(read.refusal, ...USAGE);
    const refusal = await refusalOf(desk, read.value);
    return refusal === undefined ? list(desk, read.value) : declined(refusal);
  },
});

type Wanted = { file: string; breach: Breach; times: GivenTime[]; parts?: string[] };

/** What is wanted, or why the words do not say it, in a sentence that names the option or the word. */
function readWords(words: readonly string[]): Outcome<Wanted, string> {
  try {
    return allow(wantedOf(words));
  } catch (error) {
    const reason = whyUnreadable(error);
    if (reason === undefined) throw error;
    return refuse(reason);
  }
}

function wantedOf(words: readonly string[]): Wanted {
  const text = { type: 'string' } as const;
  const options = { 'held-at': text, from: text, until: text, borrowers: text, data: text };
  const read = parseArgs({ args: [...words], allowPositionals: true, tokens: true, options });
  const given = read.tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const twice = given.find((name, index) => given.indexOf(name) < index);
  if (twice !== undefined) throw new StartFailure(`--${twice} is given twice.`);
  const [verb, file, extra] = read.positionals;
  if (verb !== 'list' || !file)
    throw new StartFailure('Say list, and the new file that the list is written into.');
  if (extra !== undefined)
    throw new StartFailure(`"${extra}" is a word too many: put a value with blanks between quotes.`);
  const { borrowers, data } = read.values;
  // Each time that is given is read, so that none is passed over because of another option.
  const times = TIME_OPTIONS.flatMap((option) => timeOf(option, read.values[option]) ?? []);
  const breach = breachOf(times, borrowers);
  return { file, breach, times, ...(data === undefined ? {} : { parts: data.split(',').map(trimmed) }) };
}

const trimmed = (word: string) => word.trim();

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

function breachOf(times: readonly GivenTime[], borrowers: string | undefined): Breach {
  const [heldAt, from, until] = TIME_OPTIONS.map((name) => times.find(({ option }) => option === name));
  const given: Breach[] = [];
  if (heldAt) given.push({ kind: 'copy', from: heldAt.from, until: heldAt.until });
  if (from || until) given.push({ kind: 'accounts', ...between(from, until) });
  if (borrowers !== undefined) given.push({ kind: 'borrowers', borrowerIds: idsIn(borrowers) });
  const [breach, another] = given;
  if (!breach) throw new StartFailure('Give --held-at, or --from with --until, or --borrowers.');
  if (another) throw new StartFailure('Give only one of --held-at, --from with --until, and --borrowers.');
  return breach;
}

function between(from: GivenTime | undefined, until: GivenTime | undefined): { from: Date; until: Date } {
  if (!from) throw new StartFailure('Give --from with --until.');
  if (!until) throw new StartFailure('Give --until with --from.');
  if (from.from >= until.until)
    throw new StartFailure(`--from "${from.text}" is after --until "${until.text}".`);
  return { from: from.from, until: until.until };
}

function idsIn(borrowers: string): number[] {
  return borrowers.split(',').map((word) => {
    const id = readRecordNumber(word.trim());
    if (id === undefined)
      throw new StartFailure(`--borrowers names "${word.trim()}", which is not the number of a borrower.`);
    return id;
  });
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
    `${people === 1 ? '1 person is' : `${people} people are`} in ${file}.`,
    ...[...kinds].sort().map(([part, count]) => `  ${part}: ${count}`),
    'The Data Protection Commissioner is notified within 24 hours (docs/running/breach.md). Delete the file when the people were told.',
  );
}
