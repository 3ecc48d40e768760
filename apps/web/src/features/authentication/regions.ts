import { useQueries } from '@tanstack/react-query';
import type { Answer } from '@thumba/contract/wire';
import { call } from '../../platform/call.ts';
import { queryClient, useAnswer } from '../../platform/query.ts';

export type Region = Answer<'queryAreaInfoById'>[number];

const COUNTRY = 0;

/**
 * Provinces and their districts: eleven small answers that do not change while the app is open. All are loaded, so
 * that a district can be searched without its province.
 */
export function useRegions(isNeeded: boolean) {
  const provinces = useAnswer(
    'queryAreaInfoById',
    { params: { id: COUNTRY } },
    { isEnabled: isNeeded, staleMs: Infinity },
  );
  const districts = useQueries(
    {
      queries: (provinces.data ?? []).map(({ id }) => {
        const request = { params: { id } };
        return {
          queryKey: ['queryAreaInfoById', request],
          queryFn: () => call('queryAreaInfoById', request, { failureShownBy: 'screen' }),
          staleTime: Infinity,
        };
      }),
    },
    queryClient,
  );
  const failed = [provinces, ...districts].filter((answer) => answer.isError);
  return {
    provinces: provinces.data ?? [],
    districts: districts.flatMap((answer) => answer.data ?? []),
    isLoading: provinces.isPending || districts.some((answer) => answer.isPending),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const answer of failed) void answer.refetch();
    },
  };
}

/** Regions whose name has a word that starts with what is typed; those that start with it themselves come first. */
export function findRegions(regions: readonly Region[], typed: string): Region[] {
  const wanted = typed.trim().toLowerCase();
  const starts = (name: string) => name.toLowerCase().startsWith(wanted);
  return regions
    .filter(({ name }) => starts(name) || name.toLowerCase().includes(` ${wanted}`))
    .sort((a, b) => Number(starts(b.name)) - Number(starts(a.name)) || a.name.localeCompare(b.name));
}
