import type { LibrarySet } from './libraries.ts';
import type { LenderSettings } from './settings.ts';

/** What a build has beside the code of every build. The folder src/<name> has its code. */
export type Variant = {
  name: 'plain' | 'google';
  libraries: LibrarySet;
  /** Whether the libraries bring resources and parts of the manifest that their code needs. */
  hasLibraryResources: boolean;
};

export function variantOf(settings: LenderSettings): Variant {
  return settings.google === undefined
    ? { name: 'plain', libraries: 'app', hasLibraryResources: false }
    : { name: 'google', libraries: 'app,google', hasLibraryResources: true };
}
