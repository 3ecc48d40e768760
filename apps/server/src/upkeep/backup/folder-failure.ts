import { StartFailure } from '../../platform/start-failure.ts';

const REASONS: Record<string, string> = {
  EEXIST: 'a part of this path is no folder',
  ENOTDIR: 'a part of this path is no folder',
  EACCES: 'the user of this command has no right to',
  EPERM: 'the user of this command has no right to',
  EROFS: 'its disk takes no changes',
  ENOSPC: 'its disk is full',
};

/** Says with the path why the system refuses a folder. Other failures stay as they are. */
export function folderFailure(what: string, error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new StartFailure(`${what}: ${reason}.`, { cause: error });
}
