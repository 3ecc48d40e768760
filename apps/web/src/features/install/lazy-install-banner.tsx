import { lazyPart } from '../../platform/lazy-part.tsx';
import { OptionalPart } from '../../ui/part-boundary.tsx';

const InstallBanner = lazyPart(() => import('./install-entry.tsx').then((part) => part.InstallBanner));

/** The banner for the end of a page. */
export function LazyInstallBanner() {
  return (
    <OptionalPart>
      <InstallBanner />
    </OptionalPart>
  );
}
