import { lineAt } from './source-files.ts';

export type MigrationFile = { name: string; text: string };

/** Earlier migrations came before the rule. */
const FIRST_NAME = '0042';

/** A migration that contracts says so in a line, with the reason why no running version needs what it takes away. */
const CONTRACTS = /^-- Contracts: .{20,}$/m;

const CONTRACTIONS: readonly { found: RegExp; what: string }[] = [
  { found: /\bdrop\s+(?:table|column|view|function|type|schema)\b/gi, what: 'drops' },
  { found: /\brename\s+(?:to|column|constraint)\b/gi, what: 'renames' },
  { found: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/gi, what: 'changes a type' },
  { found: /\bset\s+not\s+null\b/gi, what: 'refuses rows without a value' },
];

/**
 * Answers one line for each change that the version before could not work with. That version runs on the new schema until
 * it is stopped (docs/running/upgrades.md).
 */
export function findContractions(migrations: readonly MigrationFile[]): string[] {
  return migrations
    .filter(({ name, text }) => name >= FIRST_NAME && !CONTRACTS.test(text))
    .flatMap(({ name, text }) => {
      const code = text.replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length));
      return CONTRACTIONS.flatMap(({ found, what }) =>
        [...code.matchAll(found)].map(
          ({ index }) =>
            `apps/server/migrations/${name}:${lineAt(code, index)} ${what}: a running version may still need it (docs/running/upgrades.md).`,
        ),
      );
    });
}
