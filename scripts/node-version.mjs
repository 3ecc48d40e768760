// Imported first by every script that a bare `node` may run: an old one must hear why, not a syntax error.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Thumba needs Node 20.19 or newer to set itself up; this is ${process.version}.`);
  process.exit(1);
}
