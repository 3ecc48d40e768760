import { formatCount } from '@thumba/lending/count';
import { useEffect } from 'react';
import { renew, useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { WhatIfResults } from './what-if-results.tsx';
import type { WhatIf } from './what-if-words.ts';

/** While a run is under way, how far it came is asked for this often. */
const RUNNING_MS = 500;

export function useWhatIf(runId: string) {
  const query = useStaffAnswer('getWhatIf', { params: { runId } });
  const isRunning = query.data?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void renew('getWhatIf', { params: { runId } });
    }, RUNNING_MS);
    return () => clearInterval(timer);
  }, [runId, isRunning]);
  return query;
}

/** How far a run came, and its numbers once it is done. */
export function WhatIfRun({ runId }: { runId: string }) {
  const query = useWhatIf(runId);
  return (
    <Answer query={query}>
      {(run) => {
        if (run.state === 'running') return <RunningCard run={run} />;
        if (run.state === 'done') return <WhatIfResults run={run} />;
        return (
          <Card>
            <Empty title="It was stopped">Its numbers would not be those of the whole period.</Empty>
          </Card>
        );
      }}
    </Answer>
  );
}

function RunningCard({ run }: { run: WhatIf }) {
  const { staffId } = usePerson();
  const { mutate, isPending } = useStaffSend('stopWhatIf', ['getWhatIf', 'listWhatIfs']);
  return (
    <Card
      title="Past applications are decided again"
      actions={
        run.startedBy.staffId === staffId && (
          <Button isBusy={isPending} onClick={() => mutate({ params: { runId: run.runId } })}>
            Stop
          </Button>
        )
      }
    >
      <Progress label="Applications decided again" value={run.lookedAt} max={Math.max(1, run.applications)}>
        <p role="status">
          {formatCount(run.lookedAt)} of {formatCount(run.applications)}. It goes on by itself, also if this
          page is closed.
        </p>
      </Progress>
    </Card>
  );
}
