import type { Day } from '@thumba/lending/day';
import type { BureauAnswer } from '../../people/borrower/bureau-answer.ts';

/** Who is asked about. It is what identifies a person at a bureau, and nothing more. */
export type BureauSubject = {
  /** Our own number of the question. The bureau says it again. */
  reference: string;
  idNumber: string;
  firstName: string;
  lastName: string;
  birthDate: Day;
};

export type BureauReply =
  | { kind: 'answered'; answer: BureauAnswer }
  /** `cause` is a code for the log and the staff. It holds nothing of the person. */
  | { kind: 'silent'; cause: string };

/** A record of a file that the bureau did not take. */
export type RejectedRecord = { record: number; code: string; text: string };

export type FileVerdict =
  | { kind: 'read'; accepted: number; rejected: readonly RejectedRecord[] }
  /** It has not read the file yet. */
  | { kind: 'not_yet' }
  | { kind: 'silent'; cause: string };

/**
 * A credit bureau. A real one, and the simulated one of a demo, stand behind the same calls. Nothing throws for what a
 * bureau does or does not answer.
 */
export type Bureau = {
  enquire(subject: BureauSubject): Promise<BureauReply>;
  /** The same file sent again is the same file. */
  sendFile(name: string, text: string): Promise<{ kind: 'taken' } | { kind: 'silent'; cause: string }>;
  readVerdict(name: string): Promise<FileVerdict>;
};
