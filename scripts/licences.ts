import { root } from './project.mjs';
import { findForbiddenLicences, shippedPackages } from './shipped-packages.ts';

// Lists the shipped packages with their licences and refuses a licence that is not allowed. With --check it prints only
// what it refuses. A folder in the arguments names the package-lock.json of another version.
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? root;
const packages = shippedPackages(folder);
if (!process.argv.includes('--check')) {
  for (const { name, version, licence } of packages) console.log(`${licence ?? '–'}\t${name}@${version}`);
}
const findings = findForbiddenLicences(packages);
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
