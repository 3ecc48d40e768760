import { expect, test } from 'vitest';
import { root } from './project.mjs';
import { findForbiddenLicences, type Sbom, sbomOfShipped, shippedPackages } from './shipped-packages.ts';

const packageWith = (licence: string | undefined) => ({ name: 'one', version: '1.0.0', licence });

test.each(['MIT', 'Apache-2.0 AND LGPL-3.0-or-later', '(MIT OR GPL-3.0-only)'])(
  '%s is allowed',
  (licence) => {
    expect(findForbiddenLicences([packageWith(licence)])).toEqual([]);
  },
);

test.each(['GPL-3.0-only', 'AGPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN TERMS.md'])(
  '%s is refused',
  (licence) => {
    expect(findForbiddenLicences([packageWith(licence)])).toEqual([
      `one@1.0.0 has the licence ${licence}, which is not on the list of allowed licences.`,
    ]);
  },
);

test('a package without a licence is refused', () => {
  expect(findForbiddenLicences([packageWith(undefined)])).toEqual(['one@1.0.0 has no licence.']);
});

test('the shipped packages are those of the server and of the phones, without tools', () => {
  const packages = shippedPackages(root);
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'react', 'sharp', 'workbox-core', 'zod']));
  for (const tool of ['vite', 'vitest', 'playwright-core', 'lighthouse']) expect(names).not.toContain(tool);
  expect(findForbiddenLicences(packages)).toEqual([]);
});

const component = (ref: string) => ({ 'bom-ref': ref, name: ref });
const sbom: Sbom = {
  bomFormat: 'CycloneDX',
  metadata: { component: { 'bom-ref': 'thumba@0.1.0', name: 'a-folder' } },
  components: ['one@1.0.0', 'a-tool@1.0.0', '@thumba/server@0.1.0'].map(component),
  dependencies: [
    { ref: '@thumba/server@0.1.0', dependsOn: ['one@1.0.0', 'a-tool@1.0.0'] },
    { ref: 'a-tool@1.0.0', dependsOn: [] },
  ],
};

test('the bill of materials has the shipped packages and ours, and no tool', () => {
  const kept = sbomOfShipped(sbom, [packageWith('MIT')], '@thumba/');
  expect(kept.metadata.component.name).toBe('thumba');
  expect(kept.components.map(({ name }) => name)).toEqual(['one@1.0.0', '@thumba/server@0.1.0']);
  expect(kept.dependencies).toEqual([{ ref: '@thumba/server@0.1.0', dependsOn: ['one@1.0.0'] }]);
});

test('a bill of materials in which a shipped package is missing is refused', () => {
  const packages = [packageWith('MIT'), { name: 'two', version: '2.0.0', licence: 'MIT' }];
  expect(() => sbomOfShipped(sbom, packages, '@thumba/')).toThrow('npm left these packages out: two@2.0.0');
});
