import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { androidFolder, targetFolder } from './folders.ts';
import { runOrFail } from './tools.ts';

/** A profile of pom.xml, or two that are used together. */
export type LibrarySet = 'app' | 'app,google' | 'framework' | 'r8' | 'bundle' | 'test';

const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/** The class files of a profile of pom.xml, downloaded once for each content of pom.xml. */
export function librariesOf(set: LibrarySet): string[] {
  const pom = join(androidFolder, 'pom.xml');
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const folder = join(targetFolder, 'libraries', `${set}-${version}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    const options = ['-B', '-q', '-f', pom, '-P', set, COPY, '-DincludeScope=runtime'];
    runOrFail('mvn', [...options, `-DoutputDirectory=${unfinished}`]);
    for (const name of filesOf(unfinished, '.aar')) unpackLibrary(join(unfinished, name));
    renameSync(unfinished, folder);
  }
  return filesOf(folder, '.jar').map((name) => join(folder, name));
}

/** The folders of those libraries of a profile that have more than class files. */
export function unpackedLibrariesOf(set: LibrarySet): string[] {
  return librariesOf(set)
    .map((jar) => jar.replace(/\.jar$/, ''))
    .filter((folder) => existsSync(folder));
}

/** The rules for R8 that the libraries of a profile bring along. */
export function rulesOf(set: LibrarySet): string[] {
  return unpackedLibrariesOf(set)
    .map((folder) => join(folder, 'proguard.txt'))
    .filter((file) => existsSync(file));
}

/** An AAR is an archive with class files, resources and rules for R8. */
function unpackLibrary(aar: string): void {
  const folder = aar.replace(/\.aar$/, '');
  mkdirSync(folder, { recursive: true });
  runOrFail('unzip', ['-q', '-o', aar, '-d', folder]);
  renameSync(join(folder, 'classes.jar'), join(folder, '..', `${basename(folder)}.jar`));
}

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();
}
