import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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
    compressFilesIn(join(root, folder, 'dist'));
    mkdirSync(join(stampFile, '..'), { recursive: true });
    writeFileSync(stampFile, sources);
  }
}

/**
 * Lays the compressed forms beside each file, at a strength that no server could afford for each request. Browsers ask
 * for Brotli on encrypted connections only; a phone that looks at a demo over plain HTTP gets gzip.
 */
function compressFilesIn(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!['.js', '.css', '.html', '.svg'].includes(extname(name))) continue;
    const content = readFileSync(join(folder, name));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/** Changes with any file a build reads: its own, the packages', the versions of the libraries and this script. */
function describeSources(folder) {
  const hash = createHash('sha256');
  const files = [folder, 'packages'].flatMap(filesUnder);
  for (const file of [...files, 'package-lock.json', 'tsconfig.base.json', 'scripts/front-ends.mjs']) {
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
