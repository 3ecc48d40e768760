import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './states.module.css';
import { Failure } from './states.tsx';

type FailureBoundaryProps = { frame: (failure: ReactNode) => ReactNode; children: ReactNode };

/**
 * Says in its place that a part of the console did not arrive or broke: React would leave an empty page. A part does not
 * arrive while the network is away, and once another version of the console is on the server.
 */
export class FailureBoundary extends Component<FailureBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.frame(
      <div className={styles.failed}>
        <Failure>
          This page could not be shown. If the connection was lost, or the console was updated meanwhile, the
          page works once the console is loaded again.
        </Failure>
        <Button onClick={() => location.reload()}>Load the console again</Button>
      </div>,
    );
  }
}
