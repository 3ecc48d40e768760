import { useSearch } from 'wouter';
import { ButtonLink } from '../../ui/button.tsx';

/** The way back to the report of the same days. */
export function BackToReport({ report }: { report: string }) {
  const search = new URLSearchParams(useSearch());
  const [from, to] = [search.get('from'), search.get('to')];
  const days = from && to ? `?${new URLSearchParams({ period: 'days', from, to })}` : '';
  return <ButtonLink to={`/insight/${report}${days}`}>To the report</ButtonLink>;
}
