import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { extname, join, posix } from 'node:path';
import { type Comment, type Program, parseSync } from 'oxc-parser';

/** A source file of the project, read once for all rules. Paths are relative to the project's root. */
export type SourceFile = {
  path: string;
  text: string;
  /** The text with every comment replaced by spaces, so that positions stay the same. */
  code: string;
  comments: Comment[];
  program: Program;
  /** What the file imports: a path in the project, `node:…` or `npm:…`. */
  targets: string[];
};

/** Parses the text of one file. Throws when it is not valid TypeScript. */
export function readSource(path: string, text: string): SourceFile {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  let code = text;
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  }
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      literalOf(text.slice(moduleRequest.start, moduleRequest.end)),
    ),
  ];
  const targets = requests
    .filter((request) => request !== undefined)
    .map((request) => resolveRequest(path, request));
  return { path, text, code, comments, program, targets: [...new Set(targets)] };
}

/** Reads every .ts and .tsx file below the folders. Throws when there is none. */
export function readSources(root: string, folders: readonly string[]): SourceFile[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => ['.ts', '.tsx'].includes(extname(path)) && !/\/(node_modules|dist)\//.test(path)),
  );
  if (paths.length === 0) throw new Error('No source file was found.');
  return paths.map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
}

/** Whether a file is a test or serves only tests. */
export function isOfTests({ path }: Pick<SourceFile, 'path'>): boolean {
  return /\.test(-support)?\.tsx?$/.test(path) || /^apps\/server\/test\//.test(path);
}

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

function literalOf(expression: string): string | undefined {
  return /^(['"`])(.*)\1$/.exec(expression)?.[2];
}

function resolveRequest(from: string, request: string): string {
  if (request.startsWith('.')) return posix.join(posix.dirname(from), request);
  if (isBuiltin(request)) return `node:${request.replace(/^node:/, '')}`;
  const workspace = /^@thumba\/([^/]+)\/(.+)$/.exec(request);
  if (workspace) return `packages/${workspace[1]}/src/${workspace[2]}.ts`;
  return `npm:${request.split('/', request.startsWith('@') ? 2 : 1).join('/')}`;
}
