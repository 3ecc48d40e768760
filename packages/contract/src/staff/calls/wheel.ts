import type { StaffCallDefinition } from './definition.ts';

/** The wheel that borrowers spin. */
export const wheelCalls = {
  getWheel: {
    method: 'GET',
    path: '/set-up/wheel',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'The prizes of the wheel with their odds, what was drawn, and what a spin costs',
  },
  previewWheel: {
    method: 'POST',
    path: '/set-up/wheel/preview',
    access: 'changeCampaigns',
    audit: 'none',
    summary: 'What another wheel would change and cost, and what is wrong with it',
  },
  askForWheel: {
    method: 'POST',
    path: '/set-up/wheel',
    access: 'changeCampaigns',
    audit: 'change',
    summary: 'Ask for another wheel; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
