import { createElement, type FunctionComponent, type SVGProps } from 'react';

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] };

const OUTLINE = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** In the built app this draws the icons of lucide: its own function has many options that no icon of the app uses. */
export function drawIcon({ node }: IconData): FunctionComponent<SVGProps<SVGSVGElement>> {
  return (props) =>
    createElement(
      'svg',
      { ...OUTLINE, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
