import { deadlineText } from '../platform/deadline.ts';
import { useIsOnline } from '../platform/online.ts';
import { session } from '../platform/session.ts';
import { asOfWords } from '../words/as-of.ts';
import { Notice } from './card.tsx';

type AsOfProps = { answer: { data: unknown; isError: boolean; dataUpdatedAt: number } };

/** Says how old an answer is when it could not be refreshed. */
export function AsOf({ answer }: AsOfProps) {
  const isOnline = useIsOnline();
  if (answer.data === undefined || (isOnline && !answer.isError)) return null;
  return <Notice>{asOfText(answer.dataUpdatedAt)}</Notice>;
}

/** "As of 14:32 today", of an instant by the clock of the phone. */
export function asOfText(atMs: number): string {
  const at = new Date(atMs + session.getState().serverTimeOffsetMs);
  return asOfWords.asOf(deadlineText(at.toISOString()));
}
