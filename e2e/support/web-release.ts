import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const BUILT = path.join(import.meta.dirname, '../../apps/web/dist');
const BROKEN_SCRIPT = 'assets/broken-A1b2c3d4.js';

/** A copy of the built borrower app, of which a test can release new versions. */
export type WebRelease = {
  folder: string;
  /** Replaces it with the next version, as a deployment does. The page shows the version. */
  release(version: string, how?: 'sound' | 'broken'): Promise<void>;
  remove(): Promise<void>;
};

export async function copyWebApp(): Promise<WebRelease> {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-web-app-'));
  await cp(BUILT, folder, { recursive: true });
  const file = (name: string) => path.join(folder, name);
  // The compressed files still hold the version before.
  for (const name of await readdir(folder)) if (/\.(br|gz)$/.test(name)) await rm(file(name));
  // A page may ask for the file at any moment, and gets the whole file of one version or the other.
  const replace = async (name: string, text: string) => {
    await writeFile(file(`${name}.next`), text);
    await rename(file(`${name}.next`), file(name));
  };
  await writeFile(file(BROKEN_SCRIPT), 'throw new Error("a release that does not start");');
  const page = await readFile(file('index.html'), 'utf8');
  const worker = await readFile(file('sw.js'), 'utf8');
  return {
    folder,
    async release(version, how = 'sound') {
      const script = how === 'broken' ? page.replace(/assets\/index-[\w-]+\.js/, BROKEN_SCRIPT) : page;
      await replace('index.html', script.replace('<html', `<html data-release="${version}"`));
      // The page differs, so the build would have given it another revision.
      const next = worker.replace(/(\/index\.html`,\s*revision:\s*`)\w+/, `$1${version}`);
      if (next === worker) throw new Error('the service worker does not name the page');
      await replace('sw.js', next);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
