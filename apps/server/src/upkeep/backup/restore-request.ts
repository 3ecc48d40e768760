import type { RestoredData } from '../../money/payment/restored-book.ts';

export type RestoreRequest = {
  into: string;
  at?: Date;
  /** Takes a stored log with a gap or a damaged piece as far as it reaches. */
  isUntilGap?: boolean;
  /** Without it the last backup of the place is taken. */
  backupId?: string | undefined;
  say: (line: string) => void;
  /** Makes the recovered database safe to serve, before any other program can use it. */
  prepare?: (urls: { ownerUrl: string; programUrl: string }, data: RestoredData) => Promise<void>;
  /** Brings an empty database to the migration with this name. */
  migrateUpTo(ownerUrl: string, name: string): Promise<void>;
};
