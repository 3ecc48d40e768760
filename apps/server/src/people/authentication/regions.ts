import districtsByProvince from './zambia-districts.json' with { type: 'json' };

export type Region = { id: number; name: string; parentId: number; level: number };

const COUNTRY = 0;

/**
 * Provinces have the ids 1 to 10. A district has 100 times the id of its province, plus its place: 501 is the first of
 * 5.
 */
const regions: readonly Region[] = Object.entries(districtsByProvince).flatMap(
  ([province, districts], index) => {
    const provinceId = index + 1;
    return [
      { id: provinceId, name: province, parentId: COUNTRY, level: 1 },
      ...districts.map((name, position) => ({
        id: provinceId * 100 + position + 1,
        name,
        parentId: provinceId,
        level: 2,
      })),
    ];
  },
);

export function regionsIn(parentId: number): Region[] {
  return regions.filter((region) => region.parentId === parentId);
}

export function regionTree() {
  return regionsIn(COUNTRY).map(({ id, name }) => ({
    id,
    name,
    districts: regionsIn(id).map((district) => ({ id: district.id, name: district.name })),
  }));
}

export function isDistrict(id: unknown): boolean {
  return regions.some((region) => region.id === id && region.level === 2);
}

export function regionName(id: number): string | undefined {
  return regions.find((region) => region.id === id)?.name;
}
