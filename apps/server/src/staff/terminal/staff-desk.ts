import { randomUUID } from 'node:crypto';
import type { Day } from '@thumba/lending/day';
import { openCalendar } from '../../book/calendar/calendar.ts';
import { type LiveCatalogue, openCatalogue } from '../../book/catalogue/catalogue.ts';
import { readKeyRegistry, writerSealingFor } from '../../book/keys/key-registry.ts';
import { createPostingLine, type PostingLine } from '../../book/posting-line/posting-line.ts';
import { type Config, readConfig } from '../../book/settings/config.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { withProgramDatabase } from './program-database.ts';
import { actionIn, type RecordedCommand, runRecorded } from './recorded-command.ts';
import { isAboutRelative, type NamedRecord, OWN_ACCOUNT_TEXT } from './related-borrowers.ts';
import { staffNameOf } from './staff-name.ts';
import { type CommandAnswer, declined, type TerminalCommand } from './terminal-command.ts';

type Variables = Record<string, string | undefined>;

/**
 * What commands of staff work with, whether a server is up or not. A command that does not call config(), sealing(),
 * openCatalogue() or staffName() also works where these would fail.
 */
export type StaffDesk = {
  db: Database;
  clock: Clock;
  line: PostingLine;
  today(): Day;
  newAttemptId(): string;
  variables: Variables;
  config(): Config;
  sealing(): Sealing;
  openCatalogue(): Promise<LiveCatalogue>;
  /** The person who is signed in to the machine: the history names them. */
  staffName(): string;
};

/** A server that is up, or the next one that starts, sends the payouts and messages that are written here. */
export async function openStaffDesk({
  db,
  clock = systemClock,
  variables = process.env,
}: {
  db: Database;
  clock?: Clock;
  variables?: Variables;
}): Promise<StaffDesk> {
  const calendar = await openCalendar(db, clock);
  let read: Config | undefined;
  const config = () => (read ??= readConfig(variables));
  const registry = await readKeyRegistry(db);
  const sealing = () => writerSealingFor(registry, config().keys);
  return {
    db,
    clock,
    line: createPostingLine({
      db,
      clock,
      sealing,
      onNewAttempts: () => undefined,
      onNewMessages: () => undefined,
    }),
    today: () => calendar.today(),
    newAttemptId: () => randomUUID(),
    variables,
    config,
    sealing,
    openCatalogue: () => openCatalogue(db, clock, () => calendar.today()),
    staffName: () => staffNameOf(variables),
  };
}

/** Opens the desk on the database of the program that these settings belong to. */
export function withStaffDesk<Result>(use: (desk: StaffDesk) => Promise<Result>): Promise<Result> {
  return withProgramDatabase(async (db) => use(await openStaffDesk({ db })));
}

/**
 * A command that works at the desk. The security log keeps each use that does more than show. Those that list hits,
 * duplicates, an application, holders or the blocked list record the look themselves (recorded-look.ts).
 */
export type StaffCommand = TerminalCommand & {
  atDesk(desk: StaffDesk, words: readonly string[]): Promise<CommandAnswer>;
};

export function staffCommand({
  purpose,
  recorded,
  readsOptions = false,
  about = () => [],
  atDesk,
}: Pick<StaffCommand, 'purpose' | 'atDesk'> & {
  recorded: RecordedCommand;
  /** What the words name. The command does nothing about the person's own account and those of relatives. */
  about?(words: readonly string[]): readonly NamedRecord[];
  /** True for a command that has options. Any other one refuses them, so that none becomes a part of a reason. */
  readsOptions?: boolean;
}): StaffCommand {
  async function atDeskRecorded(desk: StaffDesk, words: readonly string[]): Promise<CommandAnswer> {
    const option = readsOptions ? undefined : words.find((word) => /^--\p{L}/u.test(word));
    if (option !== undefined) return declined(`This command has no option ${option}.`);
    const action = actionIn(recorded, words);
    const run = async () =>
      (await isAboutRelative(desk, about(words))) ? declined(OWN_ACCOUNT_TEXT) : atDesk(desk, words);
    return action === undefined ? run() : runRecorded(desk, { command: recorded.command, action }, run);
  }
  return {
    purpose,
    atDesk: atDeskRecorded,
    run: (words) => withStaffDesk((desk) => atDeskRecorded(desk, words)),
  };
}
