import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fail, outerEnvironment, root } from './project.mjs';
import { type Sbom, sbomOfShipped, shippedPackages } from './shipped-packages.ts';

// Writes a bill of materials (CycloneDX) of what runs at the lender and on phones: npm run sbom -- <file>. npm reads it
// from package-lock.json, without a network.
const file = process.argv[2] ?? 'sbom.cdx.json';
const workspaces = ['@thumba/server', '@thumba/web', '@thumba/handset', '@thumba/console'];
const text = execFileSync(
  'npm',
  // npm's own --omit=dev also leaves out what one workspace ships and another one only tests with.
  [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--loglevel=error',
  ].concat(workspaces.map((name) => `--workspace=${name}`)),
  {
    cwd: root,
    env: outerEnvironment,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  },
);
const sbom = sbomOfShipped(JSON.parse(text) as Sbom, shippedPackages(root), '@thumba/');
const written = `${JSON.stringify(sbom, null, 2)}\n`;
if (written.includes(root)) fail('The bill of materials would name a folder of this machine.');
writeFileSync(file, written);
console.log(`${file}: ${sbom.components.length} components`);
