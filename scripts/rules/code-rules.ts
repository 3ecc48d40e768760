import { isOfTests, lineAt, type SourceFile } from './source-files.ts';

/** What code must not contain. The clock and randomness are arguments, and money is an integer. */
const RULES = [
  {
    why: 'lending and accounting get the time and randomness as arguments and have no floats',
    path: /^packages\/(lending|accounting)\//,
    forbidden: /\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\bparseFloat\b|\.toFixed\b|\bTemporal\.Now\b/g,
  },
  {
    why: 'identity gets the time and randomness as arguments',
    path: /^packages\/identity\//,
    forbidden: /\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\bTemporal\.Now\b/g,
  },
  {
    why: 'the server reads the time only in platform/clock.ts and simulator/main.ts',
    path: /^apps\/server\/src\/(?!platform\/clock\.ts|simulator\/main\.ts)/,
    forbidden: /\bDate\.now\b|\bnew Date\(\)/g,
  },
];

/** Answers one line for each place that breaks a rule. Tests are left out. */
export function findForbiddenCode(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !isOfTests(file))
    .flatMap(({ path, code }) =>
      RULES.filter((rule) => rule.path.test(path)).flatMap(({ forbidden, why }) =>
        [...code.matchAll(forbidden)].map(
          (match) => `${path}:${lineAt(code, match.index)} writes ${match[0]}: ${why}.`,
        ),
      ),
    );
}
