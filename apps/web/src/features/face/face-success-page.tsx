import { useState } from 'react';
import { titles } from '../../words/titles.ts';
import { FaceGate } from './face-gate.tsx';
import { keptOutcome } from './face-outcome.ts';
import { FaceStart } from './face-start-page.tsx';

/** After a check. Where the server says that the check is left, it is the start of the check. */
export function FaceSuccessPage() {
  const [outcome] = useState(keptOutcome);
  return (
    <FaceGate title={titles.face} outcome={outcome}>
      {(consent) => <FaceStart consent={consent} />}
    </FaceGate>
  );
}
