import path from 'node:path';
import type { Outcome } from '@thumba/lending/outcome';
import { readInThread } from '../../platform/reading-thread.ts';
import type { StatementRow } from './statement-file.ts';
import type { StatementOperator } from './statement-formats.ts';
import { type StatementRefusal, TOO_MUCH } from './statement-text.ts';

const PROGRAM = path.join(import.meta.dirname, 'statement-program.ts');

export type StatementToRead = { operator: StatementOperator; bytes: Uint8Array };

/** Reads a statement as `readStatementLines` does, while the server serves others: 300,000 lines take seconds. */
export function readStatementInThread(
  statement: StatementToRead,
): Promise<Outcome<StatementRow[], StatementRefusal[]>> {
  return readInThread<StatementRow, StatementRefusal[]>(PROGRAM, statement, [TOO_MUCH]);
}
