import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { extname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './project.mjs';

const trunk = 'borrower|loan|payment|product';
const slice = '(?!platform/|simulator/)[^/]+/';

/**
 * Who may import whom. A target is a path in the project, `node:…` or `npm:…`. `only` lists all that is allowed, `never`
 * what is not; `$1` stands for the first group of `from`. Tests and what only serves them (*.test.ts,
 * *.test-support.ts) may reach further and are left out.
 */
const importRules = [
  {
    why: 'lending is pure: it imports nothing but itself',
    from: /^packages\/lending\//,
    only: '^packages/lending/',
  },
  {
    why: 'the contract knows its schemas and the words of lending, nothing else',
    from: /^packages\/contract\//,
    only: '^(packages/(contract|lending)/|npm:zod$|npm:@noble/hashes$)',
  },
  {
    why: 'the borrower app reaches the server over HTTP only',
    from: /^apps\/web\//,
    never: '^apps/(?!web/)',
  },
  {
    why: "the handset is another party's phone: it knows nothing of ours",
    from: /^apps\/handset\//,
    never: '^(packages|apps/(?!handset/))',
  },
  {
    why: 'the server serves the front ends as files: it imports none of theirs',
    from: /^apps\/server\//,
    never: '^apps/(?!server/)',
  },
  {
    why: 'the platform knows no slice',
    from: /^apps\/server\/src\/platform\//,
    never: `^apps/server/src/(${slice}|simulator/|[^/]+$)`,
  },
  {
    why: 'a trunk slice knows no leaf slice',
    from: new RegExp(`^apps/server/src/(?:${trunk})/`),
    never: `^apps/server/src/(?!(?:${trunk})/)(${slice}|[^/]+$)`,
  },
  {
    why: 'a leaf slice knows no other leaf slice',
    from: new RegExp(`^apps/server/src/(?!(?:platform|simulator|${trunk})/)([^/]+)/`),
    never: `^apps/server/src/(?!(?:$1|${trunk})/)(${slice}|[^/]+$)`,
  },
  {
    why: 'the simulator is outside: it knows no slice',
    from: /^apps\/server\/src\/simulator\//,
    never: `^apps/server/src/(${slice}|app\\.ts$)`,
  },
  {
    why: 'no slice knows the simulator: it is reached over HTTP',
    from: new RegExp(`^apps/server/src/${slice}`),
    never: '^apps/server/src/simulator/',
  },
  {
    why: 'words are words: they import nothing of the app',
    from: /^apps\/web\/src\/words\//,
    never: '^apps/web/src/(?!words/)',
  },
  {
    why: 'ui and platform know no feature',
    from: /^apps\/web\/src\/(?:ui|platform)\//,
    never: '^apps/web/src/(features|app)/',
  },
  {
    why: 'a feature does not know the app around it',
    from: /^apps\/web\/src\/features\//,
    never: '^apps/web/src/app/',
  },
];

/** What may not be written. The clock and chance are arguments; money is never a float. */
const wordRules = [
  {
    why: 'lending has no clock, no chance and no floats',
    in: /^packages\/lending\//,
    never: /\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\bparseFloat\b|\.toFixed\b|\bTemporal\.Now\b/g,
  },
  {
    why: 'the server reads the time in platform/clock.ts (and the simulator where it starts)',
    in: /^apps\/server\/src\/(?!platform\/clock\.ts|simulator\/main\.ts)/,
    never: /\bDate\.now\b|\bnew Date\(\)/g,
  },
];

const modules = new Map(sourceFiles().map((path) => [path, readModule(path)]));
const findings = [...brokenImportRules(), ...brokenWordRules(), ...cycles()];
for (const finding of findings) console.error(finding);
if (modules.size === 0) throw new Error('No source file was found.');
process.exitCode = findings.length === 0 ? 0 : 1;

function sourceFiles() {
  const places = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/src`),
  );
  return places.flatMap((place) => {
    const names = readdirSync(join(root, place), { recursive: true });
    return names
      .filter((name) => ['.ts', '.tsx'].includes(extname(name)))
      .map((name) => posix.join(place, name));
  });
}

function readModule(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const { module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  let code = text;
  for (const { start, end } of comments)
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      literal(text.slice(moduleRequest.start, moduleRequest.end)),
    ),
  ];
  return {
    code,
    targets: [...new Set(requests.filter(Boolean).map((request) => resolveRequest(path, request)))],
  };
}

function literal(expression) {
  return /^(['"`])(.*)\1$/.exec(expression)?.[2];
}

function resolveRequest(from, request) {
  if (request.startsWith('.')) return posix.join(posix.dirname(from), request);
  if (isBuiltin(request)) return `node:${request.replace(/^node:/, '')}`;
  const workspace = /^@thumba\/([^/]+)\/(.+)$/.exec(request);
  if (workspace) return `packages/${workspace[1]}/src/${workspace[2]}.ts`;
  return `npm:${request.split('/', request.startsWith('@') ? 2 : 1).join('/')}`;
}

function brokenImportRules() {
  const found = [];
  for (const [path, { targets }] of production()) {
    for (const { why, from, only, never } of importRules) {
      const match = from.exec(path);
      if (!match) continue;
      const pattern = new RegExp((only ?? never).replaceAll('$1', match[1] ?? ''));
      for (const target of targets) {
        if (pattern.test(target) !== (only !== undefined)) found.push(`${path} imports ${target}: ${why}.`);
      }
    }
  }
  return found;
}

function brokenWordRules() {
  const found = [];
  for (const [path, { code }] of production()) {
    for (const { why, in: place, never } of wordRules) {
      if (!place.test(path)) continue;
      for (const match of code.matchAll(never)) {
        const line = code.slice(0, match.index).split('\n').length;
        found.push(`${path}:${line} writes ${match[0]}: ${why}.`);
      }
    }
  }
  return found;
}

function production() {
  return [...modules].filter(([path]) => !/\.test(-support)?\.tsx?$/.test(path));
}

function cycles() {
  const found = [];
  const state = new Map();
  const visit = (path, trail) => {
    if (state.get(path) === 'done' || !modules.has(path)) return;
    if (state.get(path) === 'open') {
      found.push(`a cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    state.set(path, 'open');
    for (const target of modules.get(path).targets) visit(target, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of modules.keys()) visit(path, []);
  return found;
}
