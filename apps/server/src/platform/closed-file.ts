import { userInfo } from 'node:os';
import { StartFailure } from './start-failure.ts';

/**
 * The failure in one line if the user of this process may not open a file of the data folder. Any other failure as it is.
 * `file` is named where the failure itself names a draft.
 */
export function closedFileFailure(error: unknown, file?: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  const named = file ?? path;
  if ((code !== 'EACCES' && code !== 'EPERM') || named === undefined) return error;
  return new StartFailure(
    `The user ${userName()} may not open ${named}: run this as the user of the server, or give DATABASE_URL and the keys as settings.`,
  );
}

/** A user may have a number only, as in a container. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
