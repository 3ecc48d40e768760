import {
  NUMBERS,
  type PublishRefusal,
  publishWheel,
  readWheelForm,
  wheelForm,
} from '../../../contact/wheel/publish-wheel.ts';
import { countDraws, readWheel } from '../../../contact/wheel/queries.ts';
import type { Database } from '../../../platform/database.ts';
import { readFormFile } from '../form-file.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run wheel                      the prizes of the wheel, their odds, and what was drawn',
  'npm run wheel -- show              the wheel as JSON',
  'npm run wheel -- publish <file>    the next version, from such JSON; nothing of it can be changed afterwards',
];

export const command = staffCommand({
  purpose: 'shows the prizes of the wheel with their odds and draws, and publishes the next version',
  recorded: { command: 'wheel', actions: ['publish'] },
  async atDesk(desk, [verb, file = '']) {
    switch (verb) {
      case undefined:
        return told(...(await listLines(desk.db)));
      case 'show':
        return told(JSON.stringify(await readWheelForm(desk.db), null, 2));
      case 'publish':
        return publish(desk, file);
      default:
        return declined(...USAGE);
    }
  },
});

async function listLines(db: Database): Promise<string[]> {
  const wheel = await readWheel(db);
  if (!wheel) return ['There is no wheel.'];
  const counts = await countDraws(db);
  const draws = counts.reduce((total, { drawn }) => total + drawn, 0);
  const left = new Map(wheel.prizes.map((prize) => [prize.prizeId, prize.left]));
  return [
    `Wheel ${wheel.version}, ${draws} draws. A chance lasts ${wheel.chanceDays} days (${wheel.chanceOccasions.join(', ')}).`,
    ...counts.map(({ prizeId, name, odds, drawn, given }) => {
      const expected = ((draws * odds) / NUMBERS).toFixed(1);
      const stock = left.get(prizeId) ?? null;
      return `  ${name.padEnd(24)} ${String(odds).padStart(5)} of ${NUMBERS}, drawn ${drawn} (to expect: ${expected}), given ${given}${
        stock === null ? '' : `, ${stock} left`
      }`;
    }),
  ];
}

async function publish(desk: StaffDesk, file: string): Promise<CommandAnswer> {
  if (file === '') return declined(...USAGE);
  const read = await readFormFile(file, wheelForm);
  if ('problem' in read) return declined(read.problem);
  const published = await publishWheel(desk, read.form);
  return published.ok
    ? told(`Published wheel ${published.value.version}.`)
    : declined(`Nothing was changed. ${describePublishRefusal(published.refusal)}`);
}

function describePublishRefusal(refusal: PublishRefusal): string {
  switch (refusal.kind) {
    case 'odds_not_whole':
      return `The odds make ${refusal.odds}, and have to make ${NUMBERS}.`;
    case 'not_one_nothing':
      return 'Exactly one prize has to be none: with no offer, and with no limit, because the numbers of prizes that ran out are its too.';
    case 'no_such_offer':
      return `There is no coupon offer ${refusal.offer}.`;
    case 'published_meanwhile':
      return 'Somebody else published a wheel at the same moment. Please look at it first.';
  }
}
