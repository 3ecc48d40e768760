import { useEffect, useState } from 'react';

const PAUSE_MS = 400;

/** A value once it has not changed for a moment. Undefined until then. */
export function useSettled<Value>(value: Value): Value | undefined {
  const key = JSON.stringify(value);
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled === key ? value : undefined;
}
