import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { MOST_LIST_BYTES } from '@thumba/contract/staff/calls/cases';
import { staffActor } from '../../../book/actor.ts';
import { REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { openCard } from '../../../people/card/card-readings.ts';
import { BATCH_SIZE, compareBook } from '../../../people/screening/comparison.ts';
import {
  decideHit,
  type Hit,
  type HitDecision,
  type HitRefusal,
  waitingHits,
} from '../../../people/screening/decide-hit.ts';
import { digestOf, importList, listsInUse } from '../../../people/screening/import-list.ts';
import { LIST_KINDS, LIST_TITLES, type ListKind } from '../../../people/screening/listed-entry.ts';
import { keepLists } from '../../../people/screening/lists.ts';
import { readList } from '../../../people/screening/read-list.ts';
import { lusakaDay, toDate } from '../../../platform/clock.ts';
import { recordLookOfCommand } from '../recorded-look.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run screening                                   the lists, and how many hits wait for a person',
  'npm run screening -- import un|domestic|pep <file>  replaces a list, and compares every borrower with it',
  'npm run screening -- again                          goes on with a comparison that broke off',
  'npm run screening -- hits                           the hits that wait for a person, and the confirmed ones',
  'npm run screening -- clear <id> "<reason>"          says that the borrower is not the person of the list',
  'npm run screening -- confirm <id> "<reason>"        says that they are: money that goes out is frozen',
  'npm run screening -- release <id> "<reason>"        ends a freeze',
];

/** A line is written after each batch of so many borrowers. */
type Progress = { to: Pick<NodeJS.WritableStream, 'write'>; batchSize: number };

/** The word that lets an older list replace a newer one. */
const OLDER_TOO = 'older';

const DECISIONS = ['clear', 'confirm', 'release'] as const;

export const command = staffCommand({
  purpose: 'imports lists of sanctioned and exposed people, and decides on borrowers who may be on them',
  recorded: { command: 'screening', actions: ['import', 'again', ...DECISIONS] },
  about: ([verb, hit]) => (DECISIONS.some((one) => one === verb) ? [{ kind: 'case', no: hit }] : []),
  // The comparison of a large book takes minutes. Its progress is no part of the answer.
  atDesk: (desk, words) => runScreening(desk, words, { to: process.stderr, batchSize: BATCH_SIZE }),
});

export async function runScreening(
  desk: StaffDesk,
  [verb, ...words]: readonly string[],
  progress: Progress,
): Promise<CommandAnswer> {
  if (verb === undefined) return showLists(desk);
  if (verb === 'import') return importFile(desk, words, progress);
  if (verb === 'again') return told(await compareAll(desk, progress, true));
  if (verb === 'hits') return showHits(desk);
  const decision = DECISIONS.find((one) => one === verb);
  return decision ? decide(desk, decision, words) : declined(...USAGE);
}

async function showLists(desk: StaffDesk): Promise<CommandAnswer> {
  const lists = await listsInUse(desk.db);
  const hits = await waitingHits(desk.db, desk.sealing());
  const open = hits.filter(({ state }) => state === 'open').length;
  return told(
    ...lists.map(
      ({ listKind, people, label, importedAt, importedBy }) =>
        `${titled(LIST_TITLES[listKind])}: ${people} people, ${label}, imported on ${lusakaDay(importedAt.getTime())} by ${importedBy}.`,
    ),
    ...(lists.length === 0 ? ['No list was imported.'] : []),
    `${open} hits wait for a person, and ${hits.length - open} are confirmed.`,
  );
}

/** `given` may say that an older list replaces a newer one, which nothing but a mistake in the newer one calls for. */
async function importFile(
  desk: StaffDesk,
  [kind = '', file = '', given]: readonly string[],
  progress: Progress,
): Promise<CommandAnswer> {
  const listKind = LIST_KINDS.find((one) => one === kind);
  if (!listKind || file === '' || (given !== undefined && given !== OLDER_TOO)) return declined(...USAGE);
  const fileBytes = await readListFile(file);
  if (!fileBytes) return declined(`The file ${file} cannot be read, or is larger than 64 MB.`);
  const list = readList(listKind, fileBytes, path.basename(file));
  if (!list.ok) return declined(`The file ${file} is no list: ${list.refusal}.`);
  const imported = await importList(desk.db, {
    ...{ listKind, list: list.value, digest: digestOf(fileBytes) },
    importedBy: staffActor(desk.staffName()),
    now: toDate(desk.clock.nowMs()),
    isOlderTaken: given === OLDER_TOO,
  });
  if (!imported.ok && imported.refusal === 'in_use')
    return told('This file is the list that is in use already.', await compareAll(desk, progress));
  if (!imported.ok)
    return declined(
      `The file ${file} is older than the list that is in use, which stays. To go back to it, add the word ${OLDER_TOO}.`,
    );
  return told(
    `${titled(LIST_TITLES[listKind])} has ${list.value.entries.length} people now.`,
    await compareAll(desk, progress),
  );
}

async function readListFile(file: string): Promise<Buffer | undefined> {
  try {
    const found = await stat(file);
    return found.isFile() && found.size <= MOST_LIST_BYTES ? await readFile(file) : undefined;
  } catch {
    return undefined;
  }
}

/** With `again` also who was reached already: their comparison may be missing. */
async function compareAll(desk: StaffDesk, progress: Progress, again = false): Promise<string> {
  const deps = { db: desk.db, sealing: desk.sealing(), openCard };
  const { borrowers } = await compareBook(deps, {
    lists: await keepLists(desk.db)(),
    now: toDate(desk.clock.nowMs()),
    batchSize: progress.batchSize,
    again,
    onBatch: (compared) => void progress.to.write(`${compared} borrowers compared\n`),
  });
  const hits = await waitingHits(deps.db, deps.sealing);
  const open = hits.filter(({ state }) => state === 'open').length;
  return `${borrowers} borrowers were compared. ${open} hits wait for a person.`;
}

async function showHits(desk: StaffDesk): Promise<CommandAnswer> {
  const hits = await waitingHits(desk.db, desk.sealing());
  await recordLookOfCommand(desk, {
    ...{ command: 'screening', action: 'hits' },
    listed: { subject: 'screening_hit', borrowerIds: hits.map(({ borrowerId }) => borrowerId) },
  });
  return hits.length === 0 ? told('No hit waits for a person.') : told(...hits.map(lineOfHit));
}

function lineOfHit({ hitId, borrowerId, state, foundAt, finding }: Hit): string {
  const { listKind, reference, listedName, distance, birth } = finding;
  return `${hitId}: borrower ${borrowerId} may be ${listedName} (${reference}) of ${LIST_TITLES[listKind as ListKind]}, distance ${distance}, birth date ${birth}, found on ${lusakaDay(foundAt.getTime())}, ${state}.`;
}

async function decide(
  desk: StaffDesk,
  decision: HitDecision,
  [id = '', ...reason]: readonly string[],
): Promise<CommandAnswer> {
  const hitId = readRecordNumber(id);
  if (hitId === undefined) return declined(...USAGE);
  const decided = await decideHit(
    { db: desk.db, sealing: desk.sealing() },
    {
      hitId,
      decision,
      reason: reason.join(' '),
      decidedBy: staffActor(desk.staffName()),
      now: toDate(desk.clock.nowMs()),
    },
  );
  if (!decided.ok) return declined(describeHitRefusal(decided.refusal));
  const { borrowerId } = decided.value;
  const done = {
    clear: `Hit ${hitId} is cleared: borrower ${borrowerId} is another person.`,
    confirm: `Hit ${hitId} is confirmed: money that goes out to borrower ${borrowerId} is frozen. Do not tell them why.`,
    release: `Hit ${hitId} is released: what waited for borrower ${borrowerId} is sent by itself.`,
  };
  return told(done[decision]);
}

function describeHitRefusal(refusal: HitRefusal): string {
  switch (refusal.kind) {
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'no_such_hit':
      return 'There is no hit with this number.';
    case 'other_state':
      return `This hit is ${refusal.state}. An open hit is cleared or confirmed, and a confirmed one is released.`;
  }
}

function titled(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
