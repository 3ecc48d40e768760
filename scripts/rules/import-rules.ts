import { placeOf, refuseImport } from './districts.ts';
import { featureImports, featureOf, refuseFeatureImport } from './features.ts';
import { isOfTests, type SourceFile } from './source-files.ts';

/** A rule for the files that match `from`: `only` matches all that they may import, `never` what they may not. */
type ImportRule = { why: string; from: RegExp } & ({ only: RegExp } | { never: RegExp });

const RULES: readonly ImportRule[] = [
  {
    why: 'words import only themselves',
    from: /^packages\/words\//,
    only: /^packages\/words\//,
  },
  {
    why: 'lending is pure and imports only itself and words',
    from: /^packages\/lending\//,
    only: /^packages\/(lending|words)\//,
  },
  {
    why: 'accounting is pure and imports only itself and lending',
    from: /^packages\/accounting\//,
    only: /^packages\/(accounting|lending)\//,
  },
  {
    why: 'identity is pure and imports only itself, lending and words',
    from: /^packages\/identity\//,
    only: /^packages\/(identity|lending|words)\//,
  },
  {
    why: 'the contract imports only itself, identity, lending, words, zod and @noble/hashes',
    from: /^packages\/contract\//,
    only: /^(packages\/(contract|identity|lending|words)\/|npm:zod$|npm:@noble\/hashes$)/,
  },
  {
    why: 'home is pure and imports only itself, the contract, lending and words',
    from: /^packages\/home\//,
    only: /^packages\/(home|contract|lending|words)\//,
  },
  {
    why: 'the borrower app reaches the server only over HTTP',
    from: /^apps\/web\//,
    never: /^apps\/(?!web\/)/,
  },
  {
    why: "the handset plays another party's phone and imports nothing of the product",
    from: /^apps\/handset\//,
    never: /^(packages|apps\/(?!handset\/))/,
  },
  {
    why: 'the console imports only itself, contract, home, lending and words, and reaches the server only over HTTP',
    from: /^apps\/console\//,
    never: /^(apps\/(?!console\/)|packages\/(?!(contract|home|lending|words)\/))/,
  },
  {
    why: 'ui and platform of the console import no feature',
    from: /^apps\/console\/src\/(?:ui|platform)\//,
    never: /^apps\/console\/src\/(features|app)\//,
  },
  {
    why: 'a feature of the console does not import the folder app',
    from: /^apps\/console\/src\/features\//,
    never: /^apps\/console\/src\/app\//,
  },
  {
    why: 'the server serves the front ends as files and imports nothing of them',
    from: /^apps\/server\//,
    never: /^apps\/(?!server\/)/,
  },
  {
    why: 'the simulator plays another party and imports only the platform of the server',
    from: /^apps\/server\/src\/simulator\//,
    never: /^apps\/server\/src\/(?!(simulator|platform)\/)/,
  },
  {
    why: 'the server reaches the simulator only over HTTP; only main.ts and the terminal read its settings',
    from: /^apps\/server\/src\/(?!simulator\/|main\.ts|staff\/terminal\/)/,
    never: /^apps\/server\/src\/simulator\//,
  },
  {
    why: 'the terminal imports only the settings of the simulator',
    from: /^apps\/server\/src\/staff\/terminal\//,
    never: /^apps\/server\/src\/simulator\/(?!settings\.ts)/,
  },
  {
    why: 'the demo calls the server over HTTP and imports only its platform',
    from: /^apps\/server\/src\/demo\//,
    never: /^apps\/server\/src\/(?!(demo|platform)\/)/,
  },
  {
    why: 'app.ts and main.ts put the districts together, so no district imports them',
    from: /^apps\/server\/src\/[^/]+\//,
    never: /^apps\/server\/src\/[^/]+\.ts$/,
  },
  {
    why: 'the words of the app import nothing else of it',
    from: /^apps\/web\/src\/words\//,
    never: /^apps\/web\/src\/(?!words\/)/,
  },
  {
    why: 'ui and platform import no feature',
    from: /^apps\/web\/src\/(?:ui|platform)\//,
    never: /^apps\/web\/src\/(features|app)\//,
  },
  {
    why: 'a feature does not import the folder app',
    from: /^apps\/web\/src\/features\//,
    never: /^apps\/web\/src\/app\//,
  },
];

/** Answers one line for each import that a rule forbids. Tests may import more and are left out. */
export function findForbiddenImports(files: readonly SourceFile[]): string[] {
  const programFiles = files.filter((file) => !isOfTests(file));
  return [
    ...programFiles.flatMap((file) => [
      ...againstRules(file),
      ...againstDistricts(file),
      ...againstFeatures(file),
    ]),
    ...findCircles(featureImports(programFiles)),
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

/** Answers one line for each circle of imports. */
export function findCircles(files: readonly Pick<SourceFile, 'path' | 'targets'>[]): string[] {
  const targets = new Map(files.map((file) => [file.path, file.targets]));
  const states = new Map<string, 'visiting' | 'visited'>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (states.get(path) === 'visited' || !targets.has(path)) return;
    if (states.get(path) === 'visiting') {
      found.push(`Circle of imports: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    states.set(path, 'visiting');
    for (const target of targets.get(path)!) visit(target, [...trail, path]);
    states.set(path, 'visited');
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
}
