import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, runTool } from './project.mjs';

const frontEnds = ['apps/web', 'apps/handset'].filter((folder) =>
  existsSync(join(root, folder, 'vite.config.ts')),
);

/** Builds each front end whose sources are not the ones of its last build. */
export async function buildFrontEnds() {
  for (const folder of frontEnds) {
    const stampFile = join(root, 'node_modules', '.cache', 'thumba', `${folder.replace('/', '-')}.built`);
    const sources = describeSources(folder);
    const isBuilt =
      existsSync(join(root, folder, 'dist', 'index.html')) && readIfThere(stampFile) === sources;
    if (isBuilt) continue;
    console.log(`Building ${folder} …`);
    const status = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
      cwd: join(root, folder),
    });
    if (status !== 0) fail(`${folder} could not be built.`, status);
    mkdirSync(join(stampFile, '..'), { recursive: true });
    writeFileSync(stampFile, sources);
  }
}

/** Changes with any file a build reads: its own, the packages' and the versions of the libraries. */
function describeSources(folder) {
  const hash = createHash('sha256');
  const files = [folder, 'packages'].flatMap(filesUnder);
  for (const file of [...files, 'package-lock.json', 'tsconfig.base.json']) {
    const { mtimeMs, size } = statSync(join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
