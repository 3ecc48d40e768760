import { answerFromThread } from '../../platform/reading-thread.ts';
import { readBankStatement } from './bank-statement-file.ts';

/* Runs in a worker thread, which bank-statement-thread.ts starts. */

answerFromThread(({ bytes }: { bytes: Uint8Array }) => readBankStatement(bytes));
