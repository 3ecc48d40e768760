import type { StaffCallDefinition } from './definition.ts';

/** The ways by which borrowers come to the app. */
export const channelCalls = {
  listChannels: {
    method: 'GET',
    path: '/set-up/channels',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'The channels that borrowers come from, with the app and the pixel of each',
  },
  previewChannel: {
    method: 'POST',
    path: '/set-up/channels/preview',
    access: 'changeCampaigns',
    audit: 'none',
    summary: 'What a new channel, or other values of one, would change',
  },
  askForChannel: {
    method: 'POST',
    path: '/set-up/channels',
    access: 'changeCampaigns',
    audit: 'change',
    summary: 'Ask for a channel or other values of one; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
