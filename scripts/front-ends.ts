import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fail, root, runTool } from './project.mjs';

const frontEnds = ['apps/web', 'apps/handset', 'apps/console'];

const COMPRESSED = ['.js', '.css', '.html', '.svg', '.json', '.wasm', '.bin'];

/** Builds each front end whose sources have changed since its last build. */
export async function buildFrontEnds(): Promise<void> {
  await Promise.all(frontEnds.map(buildFrontEnd));
}

async function buildFrontEnd(folder: string): Promise<void> {
  const stampFile = join(root, 'node_modules', '.cache', 'thumba', `${folder.replace('/', '-')}.built`);
  const sources = describeSources(folder);
  const isBuilt = existsSync(join(root, folder, 'dist', 'index.html')) && readIfThere(stampFile) === sources;
  if (isBuilt) return;
  console.log(`Building ${folder} …`);
  const status = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
    cwd: join(root, folder),
  });
  if (status !== 0) fail(`${folder} could not be built.`, status);
  await compressFilesIn(join(root, folder, 'dist'));
  mkdirSync(join(stampFile, '..'), { recursive: true });
  writeFileSync(stampFile, sources);
}

/**
 * Writes the compressed forms beside each file, at a strength that no server could afford for each request. Browsers
 * accept Brotli on encrypted connections only; a phone that opens a demo over plain HTTP gets gzip.
 */
async function compressFilesIn(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(
    names
      .filter((name) => COMPRESSED.includes(extname(name)))
      .map(async (name) => {
        const content = await readFile(join(folder, name));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content, { params }));
        await writeFile(
          join(folder, `${name}.gz`),
          await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
        );
      }),
  );
}

/** Changes with any file a build reads: its own, the packages', the versions of the libraries and this script. */
function describeSources(folder: string): string {
  const hash = createHash('sha256');
  const files = [folder, 'packages'].flatMap(filesUnder);
  for (const file of [...files, 'package-lock.json', 'tsconfig.base.json', 'scripts/front-ends.ts']) {
    const { mtimeMs, size } = statSync(join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
