import { placeOf, refuseImport } from './districts.ts';
import { featureImports, featureOf, refuseFeatureImport } from './features.ts';
import { isOfTests, type SourceFile } from './source-files.ts';

/** `only` lists all that a file may import, `never` what it may not. */
type ImportRule = { why: string; from: RegExp } & ({ only: RegExp } | { never: RegExp });

const RULES: readonly ImportRule[] = [
  {
    why: 'lending is pure: it imports nothing but itself',
    from: /^packages\/lending\//,
    only: /^packages\/lending\//,
  },
  {
    why: 'the contract imports its schemas and lending, nothing else',
    from: /^packages\/contract\//,
    only: /^(packages\/(contract|lending)\/|npm:zod$|npm:@noble\/hashes$)/,
  },
  {
    why: 'the borrower app reaches the server over HTTP only',
    from: /^apps\/web\//,
    never: /^apps\/(?!web\/)/,
  },
  {
    why: "the handset stands for another party's phone: it imports nothing of the product",
    from: /^apps\/handset\//,
    never: /^(packages|apps\/(?!handset\/))/,
  },
  {
    why: 'the server serves the front ends as files: it imports none of theirs',
    from: /^apps\/server\//,
    never: /^apps\/(?!server\/)/,
  },
  {
    why: 'the simulator is another party: of the server it imports the platform only',
    from: /^apps\/server\/src\/simulator\//,
    never: /^apps\/server\/src\/(?!(simulator|platform)\/)/,
  },
  {
    why: 'the simulator is reached over HTTP: only main.ts and the terminal read what its accounts are called',
    from: /^apps\/server\/src\/(?!simulator\/|main\.ts|staff\/terminal\/)/,
    never: /^apps\/server\/src\/simulator\//,
  },
  {
    why: 'the terminal reads the settings of the simulator and nothing else of it',
    from: /^apps\/server\/src\/staff\/terminal\//,
    never: /^apps\/server\/src\/simulator\/(?!settings\.ts)/,
  },
  {
    why: 'the demo is another party: it calls the server over HTTP',
    from: /^apps\/server\/src\/demo\//,
    never: /^apps\/server\/src\/(?!(demo|platform)\/)/,
  },
  {
    why: 'the districts are put together by app.ts and main.ts, which no district imports',
    from: /^apps\/server\/src\/[^/]+\//,
    never: /^apps\/server\/src\/[^/]+\.ts$/,
  },
  {
    why: 'words are words: they import nothing of the app',
    from: /^apps\/web\/src\/words\//,
    never: /^apps\/web\/src\/(?!words\/)/,
  },
  {
    why: 'ui and platform import no feature',
    from: /^apps\/web\/src\/(?:ui|platform)\//,
    never: /^apps\/web\/src\/(features|app)\//,
  },
  {
    why: 'a feature imports nothing of the app around it',
    from: /^apps\/web\/src\/features\//,
    never: /^apps\/web\/src\/app\//,
  },
];

/** One line for every import that a rule forbids. Tests may reach further and are left out. */
export function findForbiddenImports(files: readonly SourceFile[]): string[] {
  const program = files.filter((file) => !isOfTests(file));
  return [
    ...program.flatMap((file) => [
      ...againstRules(file),
      ...againstDistricts(file),
      ...againstFeatures(file),
    ]),
    ...findCircles(featureImports(program)),
  ];
}

function againstRules({ path, targets }: SourceFile): string[] {
  const rules = RULES.filter(({ from }) => from.test(path));
  return rules.flatMap((rule) =>
    targets
      .filter((target) => ('only' in rule ? !rule.only.test(target) : rule.never.test(target)))
      .map((target) => `${path} imports ${target}: ${rule.why}.`),
  );
}

function againstDistricts({ path, targets }: SourceFile): string[] {
  const from = placeOf(path);
  if (!from) return [];
  return targets.flatMap((target) => {
    const to = placeOf(target);
    const reason = to && refuseImport(from, to);
    return reason ? [`${path} imports ${target}: ${reason}.`] : [];
  });
}

function againstFeatures({ path, targets }: SourceFile): string[] {
  const from = featureOf(path);
  if (from === undefined) return [];
  return targets.flatMap((target) => {
    const to = featureOf(target);
    const reason = to === undefined ? undefined : refuseFeatureImport(from, to);
    return reason === undefined ? [] : [`${path} imports ${target}: ${reason}.`];
  });
}

/** One line for every circle of imports. */
export function findCircles(files: readonly Pick<SourceFile, 'path' | 'targets'>[]): string[] {
  const targets = new Map(files.map((file) => [file.path, file.targets]));
  const states = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (states.get(path) === 'done' || !targets.has(path)) return;
    if (states.get(path) === 'open') {
      found.push(`a circle of imports: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    states.set(path, 'open');
    for (const target of targets.get(path)!) visit(target, [...trail, path]);
    states.set(path, 'done');
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
}
