import type { SourceFile } from './source-files.ts';

/** Features of the borrower app that every other feature may import. */
const TRUNK_FEATURES: readonly string[] = [
  'bill',
  'payment',
  'install',
  'device-data',
  'language',
  'new-device',
];

/** The other imports between features that are allowed, by the importing feature. */
const DECLARED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'app-update': ['channel'],
  authentication: ['home'],
  bill: ['calendar', 'help', 'paper'],
  borrow: ['consent', 'coupon', 'paper'],
  'google-store': ['channel'],
  home: ['calendar', 'help', 'notice', 'paper'],
  install: ['app-update'],
  login: ['channel', 'notice', 'privacy'],
  me: ['login', 'step-up'],
  'new-device': ['step-up'],
  payment: ['help', 'paper'],
  promotion: ['home', 'login'],
  settings: ['app-lock', 'consent', 'login', 'push', 'step-up', 'update'],
  turntable: ['coupon'],
};

/** The feature that a file of the borrower app belongs to. */
export function featureOf(path: string): string | undefined {
  return /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

/** Says why one feature may not import another. Undefined when it may. */
export function refuseFeatureImport(from: string, to: string): string | undefined {
  if (from === to || TRUNK_FEATURES.includes(to) || DECLARED_IMPORTS[from]?.includes(to)) return undefined;
  return `${to} is another feature: scripts/rules/features.ts has to declare the import`;
}

/** Each feature with the features that it imports. */
export function featureImports(files: readonly SourceFile[]): { path: string; targets: string[] }[] {
  const imports = new Map<string, Set<string>>();
  for (const { path, targets } of files) {
    const from = featureOf(path);
    if (from === undefined) continue;
    const found = imports.get(from) ?? new Set();
    for (const to of targets.map(featureOf)) if (to !== undefined && to !== from) found.add(to);
    imports.set(from, found);
  }
  return [...imports].map(([feature, targets]) => ({ path: feature, targets: [...targets] }));
}
