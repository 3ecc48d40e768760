import { useLocation, useSearch } from 'wouter';

/** What a list shows, as texts of the address, so that a copied address opens the same view. */
export type Filters<Name extends string> = Record<Name | 'page', string>;

/** Reads the filters of the address. A change goes back to the first page, unless it is a change of the page. */
export function useFilters<Name extends string>(
  defaults: Record<Name, string>,
): [Filters<Name>, (changed: Partial<Filters<Name>>) => void] {
  const search = new URLSearchParams(useSearch());
  const [path, navigate] = useLocation();
  const all = { page: '1', ...defaults } as Filters<Name>;
  const names = Object.keys(all) as (Name | 'page')[];
  const filters = Object.fromEntries(
    names.map((name) => [name, search.get(name) ?? all[name]]),
  ) as Filters<Name>;
  const change = (changed: Partial<Filters<Name>>) => {
    const next: Filters<Name> = { ...filters, page: '1', ...changed };
    const given = names.filter((name) => next[name] !== all[name]);
    const text = new URLSearchParams(given.map((name) => [name, next[name]])).toString();
    navigate(text === '' ? path : `${path}?${text}`, { replace: true });
  };
  return [filters, change];
}

/** A page of the address as a number from 1. */
export function pageNumber(text: string): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}
