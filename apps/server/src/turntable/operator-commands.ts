import { readFile } from 'node:fs/promises';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { CommandAnswer } from '../platform/operator-command.ts';
import { NUMBERS, type PublishRefusal, publishWheel, readWheelForm, wheelForm } from './publish-wheel.ts';
import { countDraws, readWheel } from './queries.ts';

const USAGE = [
  'npm run wheel                      the prizes of the wheel, their odds, and what was drawn',
  'npm run wheel -- show              the wheel as JSON',
  'npm run wheel -- publish <file>    the next version, from such JSON; nothing of it can be changed afterwards',
];

/** What an operator at the terminal may do with the wheel. */
export async function runWheelCommand(
  deps: { db: Database; clock: Clock },
  [command, file = '']: readonly string[],
): Promise<CommandAnswer> {
  switch (command) {
    case undefined:
      return { done: true, lines: await listLines(deps.db) };
    case 'show':
      return { done: true, lines: [JSON.stringify(await readWheelForm(deps.db), null, 2)] };
    case 'publish':
      return publish(deps, file);
    default:
      return { done: false, lines: USAGE };
  }
}

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

async function publish(deps: { db: Database; clock: Clock }, file: string): Promise<CommandAnswer> {
  if (file === '') return { done: false, lines: USAGE };
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return unchanged(`${file}: there is no such file.`);
  const parsed = wheelForm.safeParse(jsonOf(text));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return unchanged(path.length === 0 ? `${file}: ${message}` : `${path.join('.')}: ${message}`);
  }
  const published = await publishWheel(deps, parsed.data);
  return published.ok
    ? { done: true, lines: [`Published wheel ${published.value.version}.`] }
    : unchanged(describePublishRefusal(published.refusal));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unchanged(why: string): CommandAnswer {
  return { done: false, lines: [`Nothing was changed. ${why}`] };
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
