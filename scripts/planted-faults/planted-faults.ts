import { CALL_FAULTS } from './calls.ts';
import { INSTALLED_APP_FAULTS } from './installed-app.ts';
import type { PlantedFault } from './planted-fault.ts';
import { SCREEN_FAULTS } from './screens.ts';
import { SESSION_FAULTS } from './session.ts';
import { TOLD_BY_SERVER_FAULTS } from './told-by-server.ts';

/** One fault or more for each part of the product's specification that is easy to break unseen. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...SESSION_FAULTS,
  ...CALL_FAULTS,
  ...SCREEN_FAULTS,
  ...INSTALLED_APP_FAULTS,
  ...TOLD_BY_SERVER_FAULTS,
];
