import { Component, type ReactNode, Suspense } from 'react';
import { forgetFailedParts } from '../platform/lazy-part.tsx';
import { uiWords } from '../words/ui.ts';
import { Overlay } from './overlay.tsx';
import { ErrorState } from './states.tsx';

type Props = {
  children: ReactNode;
  /** What stands around the message in place of the part. */
  frame?: (failed: ReactNode) => ReactNode;
};
type State = { error: unknown; tries: number };

/**
 * Catches what fails while a part loads or draws. The first retry asks for the part again; the next loads the whole
 * page, because after a new release the old parts are gone.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { error: null, tries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  retry = () => {
    forgetFailedParts();
    if (this.state.tries > 0) location.reload();
    else this.setState({ error: null, tries: this.state.tries + 1 });
  };

  override render() {
    const { children, frame = (failed) => failed } = this.props;
    if (this.state.error === null) return children;
    return frame(<ErrorState message={uiWords.partMissing.text} onRetry={this.retry} />);
  }
}

/** The same for an overlay: what failed is said over the page, and closing it gives up. */
export function OverlayBoundary({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <PartBoundary
      frame={(failed) => (
        <Overlay kind="sheet" title={uiWords.partMissing.title} onClose={onClose}>
          {failed}
        </Overlay>
      )}
    >
      {children}
    </PartBoundary>
  );
}

/** A part that nobody waits for: the page is whole without it, so nothing is said while it comes or when it does not. */
export function OptionalPart({ children }: { children: ReactNode }) {
  return (
    <PartBoundary frame={() => null}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  );
}
