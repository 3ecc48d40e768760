import { answerFromThread } from '../../platform/reading-thread.ts';
import { readStatementLines } from './statement-file.ts';
import { statementFormats } from './statement-formats.ts';
import type { StatementToRead } from './statement-thread.ts';

/* Runs in a worker thread, which statement-thread.ts starts. */

answerFromThread(({ operator, bytes }: StatementToRead) =>
  readStatementLines(statementFormats[operator], bytes),
);
