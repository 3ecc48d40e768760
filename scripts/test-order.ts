import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These two begin the programs that the others copy, and wait longer than they work, so they start first. */
const FIRST = ['e2e/attacks/operators-book-killed', 'e2e/journeys/refusals'];

/** A first run judges how long a file takes by its size. These take long for their size, because they wait. */
const LONG_FOR_THEIR_SIZE = [
  'server/src/platform/postgres/embedded-postgres',
  'server/src/contact/message/notification',
  'e2e/attacks/operators-book',
  'e2e/journeys/late-loan',
  'e2e/journeys/desktop',
  'e2e/journeys/every-screen',
  'e2e/journeys/lost-answers',
  'e2e/journeys/language',
  'e2e/journeys/installed',
  'e2e/journeys/android',
];

/**
 * The small tests come early, because they tell soonest what is broken. The journeys follow, each of which starts the
 * whole program. In each group the long files run before the short ones, so that no long file runs alone at the end.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

function turnOf({ project, moduleId }: TestSpecification): number {
  const isOneOf = (names: string[]) => names.some((name) => moduleId.includes(`/${name}`));
  if (isOneOf(FIRST)) return 0;
  const group = ['packages', 'server', 'web', 'e2e'].indexOf(project.name);
  return 1 + 2 * group + (isOneOf(LONG_FOR_THEIR_SIZE) ? 0 : 1);
}
