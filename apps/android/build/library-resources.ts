import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type LibrarySet, unpackedLibrariesOf } from './libraries.ts';
import { runOrFail } from './tools.ts';

/** Folders of resources for every phone. Left out are those for one language, and those for watches and television. */
const FOR_EVERY_PHONE = /^[a-z]+(-[a-z]*dpi)?(-v[0-9]+)?$/;

export type LibraryResources = {
  /** Compiled resources, one archive for each library. */
  archives: string[];
  /** The names of the packages whose class R the code of the libraries uses. */
  packages: string[];
};

/** Compiles the resources of the libraries of a profile to a folder. */
export function compileLibraryResources(set: LibrarySet, output: string): LibraryResources {
  mkdirSync(output);
  const archives: string[] = [];
  const packages: string[] = [];
  for (const library of unpackedLibrariesOf(set)) {
    packages.push(packageOf(library));
    const folder = join(output, basename(library));
    const resources = join(library, 'res');
    for (const name of existsSync(resources) ? readdirSync(resources) : [])
      if (FOR_EVERY_PHONE.test(name)) cpSync(join(resources, name), join(folder, name), { recursive: true });
    if (!existsSync(folder)) continue;
    archives.push(`${folder}.zip`);
    runOrFail('aapt2', ['compile', '--no-crunch', '--dir', folder, '-o', `${folder}.zip`]);
  }
  return { archives, packages };
}

function packageOf(library: string): string {
  const manifest = readFileSync(join(library, 'AndroidManifest.xml'), 'utf8');
  const name = /\bpackage="([^"]+)"/.exec(manifest)?.[1];
  if (name === undefined) throw new Error(`${library} does not say its package.`);
  return name;
}
