import type { Answer } from '@thumba/contract/wire';
import { languageTag } from '@thumba/words/catalogue';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../platform/call.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { callWords } from '../../words/call.ts';

export type Products = Answer<'productPublic'>;

let kept: Products | undefined;
let keptIn: string | undefined;

/**
 * The public products, read once for a load of the page and a language. Not with `useAnswer`, because the cost of a
 * loan should be shown before that library has loaded.
 */
export function usePublicProducts() {
  const [products, setProducts] = useState(kept);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [isFetching, setFetching] = useState(false);
  const fetchAgain = useCallback(async () => {
    setFetching(true);
    try {
      kept = await call('productPublic', {}, { failureShownBy: kept === undefined ? 'screen' : 'toast' });
      keptIn = languageTag();
      setProducts(kept);
      setErrorMessage(null);
    } catch (error) {
      setErrorMessage(error instanceof CallFailure ? error.message : callWords.unreadable);
    } finally {
      setFetching(false);
    }
  }, []);
  const tag = languageTag();
  useEffect(() => {
    if (keptIn !== tag) void fetchAgain();
  }, [fetchAgain, tag]);
  return { products, errorMessage, isFetching, fetchAgain };
}
