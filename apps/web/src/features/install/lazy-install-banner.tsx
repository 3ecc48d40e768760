import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const InstallBanner = lazyPart(() => import('./install-entry.tsx').then((part) => part.InstallBanner));

/** The banner for the end of a page. A page is whole without it, so nothing is said when it does not arrive. */
export function LazyInstallBanner() {
  return (
    <PartBoundary frame={() => null}>
      <Suspense>
        <InstallBanner />
      </Suspense>
    </PartBoundary>
  );
}
