import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createElement, type FunctionComponent, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { drawIcon } from './draw-icon.ts';

type Icon = {
  default: FunctionComponent<SVGProps<SVGSVGElement>>;
  __iconData: Parameters<typeof drawIcon>[0];
};

const sources = path.join(import.meta.dirname, '..');
const usedIcons = globSync('**/*.tsx', { cwd: sources }).flatMap((file) => [
  ...readFileSync(path.join(sources, file), 'utf8').matchAll(/'(lucide-react\/icons\/[\w-]+)'/g),
]);

test.each([...new Set(usedIcons.map(([, module]) => module!))])(
  'the built app draws %s as lucide does',
  async (module) => {
    const icon: Icon = await import(module);
    const markup = (component: Icon['default']) =>
      renderToStaticMarkup(createElement(component, { className: 'arrow', 'aria-hidden': true }));
    const drawnByLucide = markup(icon.default).replace(/class="[^"]*"/, 'class="arrow"');
    expect(markup(drawIcon(icon.__iconData))).toBe(drawnByLucide);
  },
);
