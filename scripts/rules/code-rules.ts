import { isOfTests, lineAt, type SourceFile } from './source-files.ts';

/** What code may not contain. The clock and randomness are arguments; money is never a float. */
const RULES = [
  {
    why: 'lending has no clock, no randomness and no floats',
    in: /^packages\/lending\//,
    never: /\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\bparseFloat\b|\.toFixed\b|\bTemporal\.Now\b/g,
  },
  {
    why: 'the server reads the time in platform/clock.ts (and the simulator where it starts)',
    in: /^apps\/server\/src\/(?!platform\/clock\.ts|simulator\/main\.ts)/,
    never: /\bDate\.now\b|\bnew Date\(\)/g,
  },
];

/** One line for every place in the program's code that a rule forbids. */
export function findForbiddenCode(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !isOfTests(file))
    .flatMap(({ path, code }) =>
      RULES.filter((rule) => rule.in.test(path)).flatMap(({ never, why }) =>
        [...code.matchAll(never)].map(
          (match) => `${path}:${lineAt(code, match.index)} writes ${match[0]}: ${why}.`,
        ),
      ),
    );
}
