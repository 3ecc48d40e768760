import { checkReason, REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { NUMBERS, readWheelForm, wheelForm } from '../../../contact/wheel/publish-wheel.ts';
import { countDraws, readWheel } from '../../../contact/wheel/queries.ts';
import { askForWheel } from '../../../contact/wheel/staff-wheel.ts';
import { describePublishRefusal } from '../../../contact/wheel/staff-wheel-text.ts';
import type { Database } from '../../../platform/database.ts';
import { fileAtDesk } from '../file-request.ts';
import { readFormFile } from '../form-file.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run wheel                      the prizes of the wheel, their odds, and what was drawn',
  'npm run wheel -- show              the wheel as JSON',
  'npm run wheel -- publish <file> "<reason>"    asks for the next version, from such JSON; a second person approves',
];

export const command = staffCommand({
  purpose: 'shows the prizes of the wheel with their odds and draws, and asks for the next version',
  recorded: { command: 'wheel', actions: ['publish'] },
  async atDesk(desk, [verb, ...words]) {
    switch (verb) {
      case undefined:
        return told(...(await listLines(desk.db)));
      case 'show':
        return told(JSON.stringify(await readWheelForm(desk.db), null, 2));
      case 'publish':
        return publish(desk, words);
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

async function publish(desk: StaffDesk, [file = '', ...words]: readonly string[]): Promise<CommandAnswer> {
  if (file === '') return declined(...USAGE);
  const reason = checkReason(words.join(' '));
  if (!reason.ok) return declined(REASON_NEEDED_TEXT);
  const read = await readFormFile(file, wheelForm);
  if ('problem' in read) return declined(read.problem);
  const catalogue = (await desk.openCatalogue()).current();
  const parts = { db: desk.db, catalogue, on: desk.today() };
  const asked = await askForWheel(parts, read.form, reason.value);
  if (asked.ok) return fileAtDesk({ ...desk, staffName: desk.staffName() }, asked.value);
  return declined(
    asked.refusal.kind === 'nothing_different'
      ? 'This is the wheel of now.'
      : `Nothing was asked for. ${describePublishRefusal(asked.refusal)}`,
  );
}
