import { readFileSync } from 'node:fs';

/* What the browser of a person of staff loads before the first screen is drawn. */

const page = readFileSync(new URL('dist/index.html', import.meta.url), 'utf8');
const files = [...page.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.(?:js|css))"/g)].map(
  ([, file]) => file,
);
const row = (name, ending, limit) => ({
  name,
  path: files.filter((file) => file.endsWith(ending)).map((file) => `dist/${file}`),
  limit,
  brotli: true,
});

export default [
  row('JavaScript of the first load of the console', '.js', '150 kB'),
  row('CSS of the first load of the console', '.css', '12 kB'),
  {
    name: 'JavaScript of all screens of the console',
    path: 'dist/assets/*.js',
    limit: '340 kB',
    brotli: true,
  },
];
