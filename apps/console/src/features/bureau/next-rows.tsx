import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';

/** Leads to the rows that follow, and back to the first ones. Nothing where all rows are in sight. */
export function NextRows({
  after,
  next,
  onGo,
}: {
  after: number;
  next: number | null;
  onGo: (after: number) => void;
}) {
  if (after === 0 && next === null) return null;
  return (
    <Actions>
      {after > 0 && <Button onClick={() => onGo(0)}>First rows</Button>}
      {next !== null && <Button onClick={() => onGo(next)}>Next rows</Button>}
    </Actions>
  );
}
