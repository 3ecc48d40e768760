import { dayText } from '../../platform/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { useWhatIf, WhatIfRun } from './what-if-run.tsx';
import { applicationsText } from './what-if-words.ts';

/** One draft of the rules and the scorecard, tried over past applications. */
export function WhatIfPage({ runId }: { runId: string }) {
  const { data: run } = useWhatIf(runId);
  return (
    <Page
      title={`What-if ${runId}`}
      note={
        run &&
        `${run.startedBy.name}, ${dayText(run.fromOn)} to ${dayText(run.throughOn)}, ${applicationsText(run.applications)}`
      }
      actions={
        <>
          <ButtonLink to={`/set-up/decisions?run=${runId}`}>Open its draft</ButtonLink>
          <ButtonLink to="/set-up/what-ifs">All what-ifs</ButtonLink>
        </>
      }
    >
      <WhatIfRun runId={runId} />
    </Page>
  );
}
