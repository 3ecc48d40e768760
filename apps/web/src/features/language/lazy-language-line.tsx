import { languagesOn } from '../../platform/languages-on.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { OptionalPart } from '../../ui/part-boundary.tsx';

const LanguageLine = lazyPart(() => import('./language-line.tsx').then((part) => part.LanguageLine));

/** Nothing where English is the only language. */
export function LazyLanguageLine() {
  if (languagesOn().length === 0) return null;
  return (
    <OptionalPart>
      <LanguageLine />
    </OptionalPart>
  );
}
