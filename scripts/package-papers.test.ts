import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outerEnvironment, projectNode, root } from './project.mjs';
import { shippedPackages } from './shipped-packages.ts';

/* The commands npm run sbom and npm run licences, run as programs. */

type Ended = { status: number; output: string; errors: string };

/** The registry is a port at which nothing listens, so a command that asks it fails. */
const WITHOUT_NETWORK = {
  ...outerEnvironment,
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_fetch_retries: '0',
};

function run(script: string, ...scriptArguments: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      projectNode,
      [join(root, 'scripts', script), ...scriptArguments],
      { cwd: root, env: WITHOUT_NETWORK },
      (error, output, errors) => resolve({ status: error ? Number(error.code) : 0, output, errors }),
    );
  });
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumba-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

type Component = {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  scope: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
};
type Bom = {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

test('npm run sbom writes a CycloneDX list of what is shipped, without a network', async () => {
  const file = join(ownFolder(), 'sbom.json');
  const { status, errors } = await run('sbom.ts', file);
  expect({ status, errors }).toEqual({ status: 0, errors: '' });
  const text = readFileSync(file, 'utf8');
  const bom = JSON.parse(text) as Bom;
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(Date.parse(bom.metadata.timestamp)).not.toBeNaN();
  expect(bom.metadata.component).toMatchObject({ type: 'application', name: 'thumba' });

  const ofOthers = bom.components.filter((component) => !component['bom-ref'].startsWith('@thumba/'));
  expect(ofOthers.map((component) => component['bom-ref']).sort()).toEqual(
    shippedPackages(root)
      .map(({ name, version }) => `${name}@${version}`)
      .sort(),
  );
  for (const component of ofOthers) {
    const { name, version, purl, hashes = [] } = component;
    expect(component).toMatchObject({
      type: 'library',
      scope: expect.stringMatching(/^(required|optional)$/),
    });
    expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${version}`);
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  }

  const refs = [bom.metadata.component, ...bom.components].map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(bom.dependencies.map(({ ref }) => ref).sort()).toEqual([...refs].sort());
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual(
    [],
  );

  // No folder of this machine, and no host but that of the schema.
  expect(text).not.toContain(root);
  expect(text.match(/https?:\/\/[^/"]+/g)).toEqual(['http://cyclonedx.org']);
});

test('npm run licences lists each shipped package, and a licence that is not allowed ends it with 1', async () => {
  const asShipped = await run('licences.ts');
  expect({ status: asShipped.status, errors: asShipped.errors }).toEqual({ status: 0, errors: '' });
  expect(asShipped.output.trim().split('\n')).toHaveLength(shippedPackages(root).length);
  expect(asShipped.output).toContain('MIT\tfastify@');

  const folder = ownFolder();
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  lock.packages['node_modules/copyleft'] = { version: '1.0.0', license: 'AGPL-3.0-only' };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  expect(await run('licences.ts', '--check', folder)).toEqual({
    status: 1,
    output: '',
    errors: 'copyleft@1.0.0 has the licence AGPL-3.0-only, which is not on the list of allowed licences.\n',
  });

  lock.packages['node_modules/copyleft'].dev = true;
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  expect(await run('licences.ts', '--check', folder)).toEqual({ status: 0, output: '', errors: '' });
});
