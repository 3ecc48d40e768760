import { useCallback, useEffect, useState } from 'react';
import { SimulatorError } from './simulator.ts';

const PAUSE_MS = 1000;

type Polled<T> = { data?: T; error?: SimulatorError; refresh: () => void };

// `load` must keep its identity while it reads the same thing, so that one phone's data is never shown for another.
export function usePolled<T>(load: () => Promise<T>, pauseMs = PAUSE_MS): Polled<T> {
  const [state, setState] = useState<{ load: () => Promise<T>; data?: T; error?: SimulatorError }>({ load });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again at once.
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const ask = async () => {
      try {
        const data = await load();
        if (!isOver) setState({ load, data });
      } catch (error) {
        if (isOver) return;
        const known = error instanceof SimulatorError ? error : new SimulatorError(0, String(error));
        setState((before) => ({ ...(before.load === load && before), load, error: known }));
      }
      if (!isOver) timer = window.setTimeout(ask, pauseMs);
    };
    ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [load, round, pauseMs]);

  const refresh = useCallback(() => setRound((last) => last + 1), []);
  return state.load === load ? { data: state.data, error: state.error, refresh } : { refresh };
}
