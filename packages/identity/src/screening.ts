import { addDays, type Day, day } from '@thumba/lending/day';
import { nameKeys, type PreparedName, preparedDistance, prepareName } from './name-distance.ts';

/** The days among which a birth date lies, both included. */
export type BirthSpan = { from: Day; to: Day };

export function bornOn(on: Day): BirthSpan {
  return { from: on, to: on };
}

export function bornInYears(first: string, last: string): BirthSpan {
  return { from: day(`${first}-01-01`), to: day(`${last}-12-31`) };
}

/** A person of a list. Lists have several names for a person, and often no birth date or only a year. */
export type ListedPerson = { names: readonly string[]; births: readonly BirthSpan[] };

export type ScreenedPerson = { name: string; birthOn: Day };

export type LikelyHit<Listed> = {
  listed: Listed;
  /** The nearest of the names of the list. */
  listedName: string;
  distance: number;
  /** Whether the list has a birth date. One that does not agree is no hit. */
  birth: 'agrees' | 'unknown';
};

/** A name this near is a hit where the list has no birth date. */
const NEAR_WITHOUT_BIRTH = 0.25;
/** A year before and after, because lists and cards have wrong birth dates. */
const TOLERATED_DAYS = 366;

/**
 * Whether a person may be the one of a list: the name is near, and the birth date agrees or is unknown. Undefined where
 * it is not likely. Rule: docs/rules/screening.md.
 */
export function likelyHit<Listed extends ListedPerson>(
  person: ScreenedPerson,
  listed: Listed,
): LikelyHit<Listed> | undefined {
  return preparedHit(person.birthOn, prepareName(person.name), prepareListed(listed));
}

/** A listed person whose names are taken apart, and whose birth dates have the tolerated days around them. */
type PreparedListed<Listed> = {
  listed: Listed;
  births: BirthSpan[];
  names: { listedName: string; prepared: PreparedName }[];
};

function prepareListed<Listed extends ListedPerson>(listed: Listed): PreparedListed<Listed> {
  return {
    listed,
    births: listed.births.map(({ from, to }) => ({
      from: addDays(from, -TOLERATED_DAYS),
      to: addDays(to, TOLERATED_DAYS),
    })),
    names: listed.names.map((listedName) => ({ listedName, prepared: prepareName(listedName) })),
  };
}

function preparedHit<Listed extends ListedPerson>(
  birthOn: Day,
  name: PreparedName,
  { listed, births, names }: PreparedListed<Listed>,
): LikelyHit<Listed> | undefined {
  const birth = birthOf(birthOn, births);
  if (birth === 'differs') return undefined;
  const [nearest] = names
    .map(({ listedName, prepared }) => ({ listedName, ...preparedDistance(name, prepared) }))
    .filter(({ verdict, distance }) =>
      birth === 'agrees'
        ? verdict !== 'different'
        : verdict !== 'different' && distance <= NEAR_WITHOUT_BIRTH,
    )
    .sort((a, b) => a.distance - b.distance);
  return nearest && { listed, listedName: nearest.listedName, distance: nearest.distance, birth };
}

/** Looks a person up in a list, without comparing them with everyone on it. */
export type ListIndex<Listed> = (person: ScreenedPerson) => LikelyHit<Listed>[];

export function indexList<Listed extends ListedPerson>(list: readonly Listed[]): ListIndex<Listed> {
  const byKey = new Map<string, Set<PreparedListed<Listed>>>();
  for (const listed of list.map(prepareListed)) {
    for (const key of listed.listed.names.flatMap(nameKeys)) {
      const known = byKey.get(key);
      if (known) known.add(listed);
      else byKey.set(key, new Set([listed]));
    }
  }
  return (person) => {
    const candidates = new Set(nameKeys(person.name).flatMap((key) => [...(byKey.get(key) ?? [])]));
    const name = prepareName(person.name);
    return [...candidates].flatMap((listed) => preparedHit(person.birthOn, name, listed) ?? []);
  };
}

function birthOf(birthOn: Day, births: readonly BirthSpan[]): 'agrees' | 'unknown' | 'differs' {
  if (births.length === 0) return 'unknown';
  return births.some(({ from, to }) => from <= birthOn && birthOn <= to) ? 'agrees' : 'differs';
}
