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
    const unknown = wanted.parts?.find((part) => !DATA_PARTS.includes(part));
    if (unknown !== undefined)
      return declined(`"${unknown}" is no kind of data. There are: ${DATA_PARTS.join(', ')}.`);
    const unknownIds =
      wanted.breach.kind === 'borrowers' ? await unknownBorrowers(desk.db, wanted.breach.borrowerIds) : [];
    if (unknownIds.length === 1) return declined(`There is no borrower ${unknownIds[0]}.`);
    if (unknownIds.length > 1) return declined(`There are no borrowers ${unknownIds.join(', ')}.`);
    return list(desk, wanted);
  },
});

type Wanted = { file: string; breach: Breach; parts?: string[] };

function wantedOf(words: readonly string[]): Wanted | undefined {
  const text = { type: 'string' } as const;
  const options = { 'held-at': text, from: text, until: text, borrowers: text, data: text };
  try {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options });
    const [verb, file, ...more] = positionals;
    const breach = breachOf(values);
    if (verb !== 'list' || !file || more.length > 0 || !breach) return undefined;
    return {
      file,
      breach,
      ...(values.data ? { parts: values.data.split(',').map((part) => part.trim()) } : {}),
    };
  } catch {
    return undefined;
  }
}

type OptionName = 'held-at' | 'from' | 'until' | 'borrowers';

/** Each option that is given is read, so that none is passed over because of another. */
function breachOf(values: { [option in OptionName]?: string | undefined }): Breach | undefined {
  const [heldAt, from, until] = [timeOf('held-at', values), timeOf('from', values), timeOf('until', values)];
  const borrowerIds = values.borrowers?.split(',').map((word) => readRecordNumber(word.trim()) ?? 0);
  const given: Breach[] = [];
  if (heldAt) given.push({ kind: 'copy', ...heldAt });
  if (from && until && from.from < until.until)
    given.push({ kind: 'accounts', from: from.from, until: until.until });
  if (borrowerIds?.every((id) => id > 0)) given.push({ kind: 'borrowers', borrowerIds });
  return given.length === 1 ? given[0] : undefined;
}

/** The second that the option names, or the minute where it names no second. */
function timeOf(
  option: 'held-at' | 'from' | 'until',
  { [option]: text }: { [option in OptionName]?: string | undefined },
): { from: Date; until: Date } | undefined {
  if (text === undefined) return undefined;
  const from = momentOf(`--${option}`, text);
  const lastsMs = NAMES_A_SECOND.test(text) ? 1000 : MINUTE_MS;
  return { from, until: toDate(from.getTime() + lastsMs) };
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
