import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/* The packages of others that run at the lender or on a phone, as package-lock.json names them. */

type LockedPackage = { version?: string; license?: string; dev?: boolean; link?: boolean };
type Lock = { packages: Record<string, LockedPackage> };
export type ShippedPackage = { name: string; version: string; licence: string | undefined };

const FOLDER = 'node_modules/';

/** Licences under which the program may be sold and run unchanged. A program of the LGPL is kept as files of its own. OFL-1.1
 * is for fonts, which may be shipped and stand inside documents. */
const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

/** Packages that name no licence in their package.json. A person read the file LICENSE of this version. */
const READ_BY_A_PERSON: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

/** Every shipped package once, by name. Packages that only build, test or measure are left out. */
export function shippedPackages(root: string): ShippedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const shipped = new Map<string, ShippedPackage>();
  for (const [path, { version = '', license, dev, link }] of Object.entries(lock.packages)) {
    if (!path.includes(FOLDER) || dev || link) continue;
    const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
    const id = `${name}@${version}`;
    shipped.set(id, { name, version, licence: license ?? READ_BY_A_PERSON[id] });
  }
  return [...shipped.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Answers one line for each package whose licence is missing or not allowed. */
export function findForbiddenLicences(packages: readonly ShippedPackage[]): string[] {
  return packages
    .filter(({ licence }) => licence === undefined || !isAllowed(licence))
    .map(
      ({ name, version, licence }) =>
        `${name}@${version} has ${licence ? `the licence ${licence}, which is not on the list of allowed licences` : 'no licence'}.`,
    );
}

/** An SPDX expression: of several with OR one is enough, of several with AND each is needed. */
function isAllowed(licence: string): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED_LICENCES.has(one)));
}

type Component = { 'bom-ref': string; name: string };
export type Sbom = {
  bomFormat: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/** The bill of materials of the shipped packages and of our own. Refuses one in which a shipped package is missing. */
export function sbomOfShipped(sbom: Sbom, packages: readonly ShippedPackage[], ownPrefix: string): Sbom {
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const found = new Set(sbom.components.map((component) => component['bom-ref']));
  const missing = [...shipped].filter((id) => !found.has(id));
  if (missing.length > 0) throw new Error(`npm left these packages out: ${missing.join(', ')}`);
  const root = sbom.metadata.component;
  const isKept = (ref: string) => ref === root['bom-ref'] || shipped.has(ref) || ref.startsWith(ownPrefix);
  return {
    ...sbom,
    // npm names the component after the folder of the machine.
    metadata: { ...sbom.metadata, component: { ...root, name: root['bom-ref'].split('@')[0]! } },
    components: sbom.components.filter((component) => isKept(component['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}
