import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A first run judges how long a file takes by its size. These take long for what their operators and pages wait for. */
const LONG_FOR_THEIR_SIZE = [
  'attacks/operators-book.test',
  'attacks/operators-book-killed',
  'journeys/refusals',
  'journeys/late-loan',
  'journeys/desktop',
  'journeys/every-screen',
  'journeys/lost-answers',
  'journeys/language',
];

/**
 * Whoever breaks something hears it from the small tests first. Then come the journeys, each of which starts the whole
 * program and a browser: the long ones before the short ones, so that none is left alone at the end.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

function turnOf({ project, moduleId }: TestSpecification): number {
  if (project.name !== 'e2e') return 0;
  return LONG_FOR_THEIR_SIZE.some((name) => moduleId.includes(`/e2e/${name}`)) ? 1 : 2;
}
