import { staffActor } from '../../../book/actor.ts';
import { readKeyRegistry, writerSealingFor } from '../../../book/keys/key-registry.ts';
import { recordKeyRotation } from '../../../book/security-log/events.ts';
import { readConfig } from '../../../book/settings/config.ts';
import { pictureStorage } from '../../../book/settings/picture-place.ts';
import { openFiles } from '../../../people/authentication/file-rows.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { withProgramDatabase } from '../../../staff/terminal/program-database.ts';
import { staffNameOf } from '../../../staff/terminal/staff-name.ts';
import {
  type CommandAnswer,
  declined,
  failInOneLine,
  type TerminalCommand,
  told,
} from '../../../staff/terminal/terminal-command.ts';
import { type Rotation, rotateKeys } from '../../keys/rotate-keys.ts';

const MAX_LISTED = 20;

/* npm run rotate-keys */
export const command: TerminalCommand = {
  purpose: 'seals what is stored under the first of DATA_KEYS, and finds it under the first of LOOKUP_KEYS',
  run: () => failInOneLine(() => withProgramDatabase(rotate, { maxConnections: 2, role: 'owner' })),
};

async function rotate(db: Database): Promise<CommandAnswer> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  const config = readConfig(process.env);
  const sealing = writerSealingFor(await readKeyRegistry(db), config.keys);
  const actor = staffActor(staffNameOf(process.env));
  const { keyNumbers } = sealing;
  await recordKeyRotation(db, { step: 'begun', actor, keyNumbers }, new Date(systemClock.nowMs()));
  const rotation = await rotateKeys({
    db,
    sealing,
    files: openFiles(db, sealing, pictureStorage(config)),
    nowMs: systemClock.nowMs,
    isStopping: () => stopping.signal.aborted,
    say: console.log,
  });
  if (rotation.kind === 'ended' && !rotation.isStopped) {
    const finished = { step: 'finished', actor, keyNumbers, values: rotation.resealed } as const;
    await recordKeyRotation(db, finished, new Date(systemClock.nowMs()));
  }
  return answerTo(rotation, keyNumbers);
}

function answerTo(
  rotation: Rotation,
  keyNumbers: { data: readonly number[]; lookup: readonly number[] },
): CommandAnswer {
  switch (rotation.kind) {
    case 'under_way':
      return declined('Another program is moving the values to their key now. Run this again later.');
    case 'others_use_older_keys':
      return declined(
        'A program is connected that uses another first key. Start it again with the same first keys as here:',
        ...rotation.names,
      );
    case 'ended':
      return summary(rotation, keyNumbers);
  }
}

function summary(
  { resealed, rehashed, unreadable, emptied, remaining, isStopped }: Extract<Rotation, { kind: 'ended' }>,
  { data, lookup }: { data: readonly number[]; lookup: readonly number[] },
): CommandAnswer {
  const lines = [
    `${resealed} values were sealed under data key ${data[0]}, and ${rehashed} look-up hashes stored under key ${lookup[0]}.`,
  ];
  if (isStopped) return declined(...lines, 'It was stopped. The next run goes on from there.');
  if (unreadable.length > 0) {
    return declined(
      ...lines,
      `${unreadable.length} values do not open in their row, so no key may be taken away:`,
      ...unreadable.slice(0, MAX_LISTED),
    );
  }
  for (const { kind, number } of emptied) {
    lines.push(`Nothing is left under ${kind} key ${number}: it may be taken out of the settings.`);
  }
  for (const { column, keyNumber, count } of remaining) {
    lines.push(`${count} hashes in ${column} live on under look-up key ${keyNumber}: keep this key.`);
  }
  return told(...lines);
}
