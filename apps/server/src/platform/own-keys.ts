import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The keys in a file of the data folder, made once where it does not exist. Several programs may start at the same time:
 * the file appears whole, and all of them read the keys of the first.
 */
export function ownKeys(
  dataDir: string,
  fileName: string,
  make: () => Record<string, string>,
): Record<string, string> {
  const file = path.join(dataDir, fileName);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = mkdtempSync(path.join(dataDir, `${fileName}-`));
    try {
      writeFileSync(path.join(draft, fileName), `${JSON.stringify(make())}\n`, { mode: 0o600 });
      linkSync(path.join(draft, fileName), file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { recursive: true });
    }
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
