import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, outerEnvironment } from '../../../scripts/project.mjs';
import { androidFolder, targetFolder } from './folders.ts';
import { runOrFail } from './tools.ts';

/** A profile of pom.xml, or two that are used together. */
export type LibrarySet = 'app' | 'app,google' | 'framework' | 'r8' | 'bundle' | 'test';

const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/** What Maven says when a server cannot be reached. */
const NO_NETWORK =
  /Unknown host|Could not transfer|Temporary failure in name resolution|onnection (refused|reset|timed out)/;

/** The class files of a profile of pom.xml, downloaded once for each content of pom.xml. */
export function librariesOf(set: LibrarySet): string[] {
  const pom = join(androidFolder, 'pom.xml');
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const folder = join(targetFolder, 'libraries', `${set}-${version}`);
  if (!existsSync(folder)) {
    // Another process may download the same libraries at the same time.
    const unfinished = `${folder}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    console.log(`Maven downloads the libraries of ${set} …`);
    download(['-f', pom, '-P', set, COPY, '-DincludeScope=runtime', `-DoutputDirectory=${unfinished}`]);
    for (const name of filesOf(unfinished, '.aar')) unpackLibrary(join(unfinished, name));
    if (existsSync(folder)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, folder);
  }
  return filesOf(folder, '.jar').map((name) => join(folder, name));
}

function download(options: string[]): void {
  const { status, stdout } = spawnSync('mvn', ['-B', '-q', ...options], {
    env: outerEnvironment,
    encoding: 'utf8',
  });
  if (status === 0) return;
  if (NO_NETWORK.test(stdout))
    fail(
      'The libraries of the Android app cannot be downloaded: Maven does not reach Maven Central or maven.google.com. ' +
        "Connect this machine to a network, or name a mirror in Maven's own settings.xml.",
    );
  fail(`Maven failed:\n${stdout}`);
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
