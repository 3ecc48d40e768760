import type { Answer } from '@thumba/contract/wire';

/** A province with its districts. */
export type Province = Answer<'queryAreaTree'>[number];
type District = Province['districts'][number];
export type PlacedDistrict = District & { province: string };

export function districtsOf(provinces: readonly Province[]): PlacedDistrict[] {
  return provinces.flatMap(({ name, districts }) =>
    districts.map((district) => ({ ...district, province: name })),
  );
}

/** Districts whose name has a word that starts with what is typed; those that start with it themselves come first. */
export function findDistricts<Named extends { name: string }>(
  districts: readonly Named[],
  typed: string,
): Named[] {
  const wanted = typed.trim().toLowerCase();
  const starts = (name: string) => name.toLowerCase().startsWith(wanted);
  return districts
    .filter(({ name }) => starts(name) || name.toLowerCase().includes(` ${wanted}`))
    .sort((a, b) => Number(starts(b.name)) - Number(starts(a.name)) || a.name.localeCompare(b.name));
}
