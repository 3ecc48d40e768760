import type { StaffCallDefinition } from './definition.ts';

/** The settings of the lender that are data. */
export const settingCalls = {
  listSettings: {
    method: 'GET',
    path: '/set-up/settings',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'The settings of the lender: what counts now, since when, and who made and approved it',
  },
  getSetting: {
    method: 'GET',
    path: '/set-up/settings/{setting}',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'A setting of the lender with its versions',
  },
  previewSetting: {
    method: 'POST',
    path: '/set-up/settings/{setting}/preview',
    access: 'changeSettings',
    audit: 'none',
    summary: 'What another value of a setting would change, and what is wrong with it',
  },
  askForSetting: {
    method: 'POST',
    path: '/set-up/settings/{setting}',
    access: 'changeSettings',
    audit: 'change',
    summary: 'Ask for another value of a setting; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
