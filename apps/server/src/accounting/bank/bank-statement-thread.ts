import path from 'node:path';
import type { Outcome } from '@thumba/lending/outcome';
import { type StatementRefusal, TOO_MUCH } from '../../money/reconciliation/statement-text.ts';
import { readInThread } from '../../platform/reading-thread.ts';
import type { BankRow } from './bank-statement-file.ts';

const PROGRAM = path.join(import.meta.dirname, 'bank-statement-program.ts');

/** Reads a statement of the bank as `readBankStatement` does, while the server serves others. */
export function readBankStatementInThread(bytes: Uint8Array): Promise<Outcome<BankRow[], StatementRefusal>> {
  return readInThread<BankRow, StatementRefusal>(PROGRAM, { bytes }, TOO_MUCH);
}
