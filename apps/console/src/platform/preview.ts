import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { useEffect, useState } from 'react';
import { CallFailure } from './call-failure.ts';
import { useStaffAnswer } from './query.ts';

const PAUSE_MS = 400;

/**
 * Asks what an action would do, once the typing pauses. `request` is null while something is missing. What is answered
 * is about what is chosen now: until that answer comes there is none.
 */
export function usePreview<Name extends StaffCallName>(
  name: Name,
  request: StaffRequest<Name> | null,
): { data: StaffAnswer<Name> | undefined; error: Error | null } {
  const key = JSON.stringify(request);
  const [paused, setPaused] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const isEnabled = request !== null && paused === key;
  const { data, error } = useStaffAnswer(name, request ?? ({} as StaffRequest<Name>), { isEnabled });
  if (!isEnabled) return { data: undefined, error: null };
  // What was shown before does not stand beside a refusal.
  const isRefused = error instanceof CallFailure && error.kind === 'refused';
  return { data: isRefused ? undefined : data, error };
}
