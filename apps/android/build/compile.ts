import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runOrFail } from './tools.ts';

/** Compiles Java files of these folders to the folder `output`. */
export function compile(
  javaHome: string,
  sourceFolders: string[],
  classPath: string[],
  output: string,
): void {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const list = `${output}.sources`;
  writeFileSync(list, sourceFolders.flatMap(javaFilesOf).join('\n'));
  const warnings = ['-Xlint:all,-options,-processing,-classfile', '-Werror'];
  runOrFail(join(javaHome, 'bin/javac'), [
    ...['--release', '17', '-encoding', 'UTF-8', '-proc:none', ...warnings],
    ...['-d', output, '-cp', classPath.join(delimiter), `@${list}`],
  ]);
}

export function javaFilesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(folder, name));
}
