import { existsSync } from 'node:fs';
import { readKeyRegistry, sealingFor } from '../../../book/keys/key-registry.ts';
import { readConfig, readDatabaseSettings, readKeysAtHand } from '../../../book/settings/config.ts';
import { readPictureStorage } from '../../../book/settings/picture-place.ts';
import { systemClock, toDate } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { filesFolder } from '../../../platform/files.ts';
import { createLog } from '../../../platform/log.ts';
import type { Sealing } from '../../../platform/sealing.ts';
import type { Storage } from '../../../platform/storage.ts';
import { everyConnection } from '../../../staff/terminal/connected-operators.ts';
import { withProgramDatabase } from '../../../staff/terminal/program-database.ts';
import {
  type CommandAnswer,
  failInOneLine,
  type TerminalCommand,
  told,
} from '../../../staff/terminal/terminal-command.ts';
import { examine, faultsIn } from '../../doctor/examination.ts';
import { keepVerdict } from '../../doctor/kept-verdict.ts';
import { examineOperators } from '../../doctor/operator-checks.ts';
import { examinePictures } from '../../doctor/pictures.ts';
import { reportOf, verdictOf } from '../../doctor/report.ts';
import { examineSealedValues } from '../../keys/reseal.ts';

const STATUS = { sound: 0, unsound: 1, notExamined: 2 };

/* npm run doctor [-- --json] [--ask-operators] */
export const command: TerminalCommand = {
  purpose: 'examines whether the book is sound',
  failureStatus: STATUS.notExamined,
  run: (words) =>
    failInOneLine(() =>
      withProgramDatabase((db) =>
        examineBook(db, {
          isJson: words.includes('--json'),
          asksOperators: words.includes('--ask-operators'),
        }),
      ),
    ),
};

async function examineBook(
  db: Database,
  { isJson, asksOperators }: { isJson: boolean; asksOperators: boolean },
): Promise<CommandAnswer> {
  const sealing = await sealingAtHand(db);
  const picturesIn = pictureStorageAtHand();
  const examination = await examine(db, {
    sealedValues: sealing && (await examineSealedValues(db, sealing)),
    pictures: picturesIn === undefined ? undefined : await examinePictures(db, picturesIn),
  });
  let isComplete = true;
  if (asksOperators) {
    const log = createLog({ level: 'silent', service: 'doctor' });
    const operators = everyConnection(readConfig(process.env), { db, clock: systemClock, log });
    const asked = await examineOperators(db, operators);
    examination.checks.push(...asked.checks);
    isComplete = asked.isComplete;
  }
  const isSound = faultsIn(examination.checks).length === 0;
  const verdict = verdictOf(examination);
  await keepVerdict(db, examination, toDate(systemClock.nowMs()));
  const unexamined = [
    ...(sealing ? [] : ['Sealed values were not examined, because the keys are not at hand.']),
    ...(picturesIn === undefined
      ? ['Pictures were not looked for, because the data folder of the server is not at hand.']
      : []),
    ...(isComplete ? [] : ['Not every float was compared, because an operator did not tell its balance.']),
  ];
  const report = isJson
    ? JSON.stringify({ isSound, verdict, ...examination }, null, 2)
    : reportOf(examination);
  const soundStatus = isComplete ? STATUS.sound : STATUS.notExamined;
  return { ...told(...(isJson ? [] : unexamined), report), status: isSound ? soundStatus : STATUS.unsound };
}

/** Undefined where the database is elsewhere, and the data folder here has no pictures: it is then another one. */
function pictureStorageAtHand(): Storage | undefined {
  const { DATABASE_URL, DATA_DIR } = readDatabaseSettings(process.env);
  const { isStore, storage } = readPictureStorage(process.env);
  const isAtHand = isStore || DATABASE_URL === undefined || existsSync(filesFolder(DATA_DIR));
  return isAtHand ? storage : undefined;
}

/** Undefined where the doctor has no keys: it then examines what needs none. */
async function sealingAtHand(db: Database): Promise<Sealing | undefined> {
  const keys = readKeysAtHand(process.env);
  return keys && sealingFor(await readKeyRegistry(db), keys);
}
