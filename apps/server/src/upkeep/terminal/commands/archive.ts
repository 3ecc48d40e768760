import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatDay } from '@thumba/lending/day';
import { readArchivePrivateKey } from '../../../book/settings/archive-key.ts';
import { readPictureStorage } from '../../../book/settings/picture-place.ts';
import { REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { toDate } from '../../../platform/clock.ts';
import { newPair } from '../../../platform/one-way-seal.ts';
import { tableLines } from '../../../platform/terminal-table.ts';
import { type StaffDesk, staffCommand } from '../../../staff/terminal/staff-desk.ts';
import { type CommandAnswer, declined, told } from '../../../staff/terminal/terminal-command.ts';
import { listArchive, openArchive } from '../../personal-data/archive.ts';

const USAGE = `Say what to do: npm run archive
  npm run archive -- make-key
  npm run archive -- open <borrower> <new folder> "<reason>"`;

export const command = staffCommand({
  purpose: 'opens what the law keeps of a deleted account, for compliance, and records who looked and why',
  recorded: { command: 'archive', actions: ['make-key', 'open'] },
  async atDesk(desk, [verb = 'list', ...words]) {
    if (verb === 'list') return told(...(await archiveLines(desk)));
    if (verb === 'make-key') return told(...keyLines());
    return verb === 'open' ? openFor(desk, words) : declined(USAGE);
  },
});

async function archiveLines({ db }: StaffDesk): Promise<string[]> {
  const accounts = await listArchive(db);
  if (accounts.length === 0) return ['The archive has no account.'];
  return tableLines([
    ['borrower', 'archived', 'kept until', 'key'],
    ...accounts.map(({ borrowerId, archivedAt, keptUntil, keyName }) => [
      String(borrowerId),
      archivedAt.toISOString(),
      formatDay(keptUntil),
      keyName,
    ]),
  ]);
}

function keyLines(): string[] {
  const { publicKey, privateKey } = newPair();
  return [
    `ARCHIVE_PUBLIC_KEY=${publicKey}`,
    `ARCHIVE_PRIVATE_KEY=${privateKey}`,
    'The first is a setting of the server. The second is for compliance alone: keep it away from the server and from the backups. Without it no archive opens.',
  ];
}

async function openFor(
  { db, clock, variables, staffName }: StaffDesk,
  [borrower = '', folder = '', ...reason]: readonly string[],
): Promise<CommandAnswer> {
  const borrowerId = readRecordNumber(borrower);
  if (borrowerId === undefined || folder === '') return declined(USAGE);
  const privateKey = readArchivePrivateKey(variables);
  if (!privateKey) return declined('The archive opens with ARCHIVE_PRIVATE_KEY, which compliance has.');
  const { storage } = readPictureStorage(variables);
  const now = toDate(clock.nowMs());
  const look = { borrowerId, privateKey, staffName: staffName(), reason: reason.join(' '), now };
  const opened = await openArchive({ db, storage }, look);
  if (!opened.ok) {
    return declined(
      opened.refusal.kind === 'reason_needed'
        ? REASON_NEEDED_TEXT
        : `The archive has no borrower ${borrowerId}.`,
    );
  }
  await mkdir(folder, { mode: 0o700 });
  const write = (name: string, content: string | Buffer) =>
    writeFile(path.join(folder, name), content, { mode: 0o600, flag: 'wx' });
  await write('record.json', `${JSON.stringify(opened.value.record, null, 2)}\n`);
  for (const [index, { purpose, bytes }] of opened.value.pictures.entries())
    await write(`${index + 1}-${purpose}.jpg`, bytes);
  return told(
    `The archive of borrower ${borrowerId} is in ${folder}: remove this folder when you have read it. Your look is recorded.`,
  );
}
