import type { StaffCallDefinition } from './definition.ts';

/** The words of the messages that borrowers get. */
export const textCalls = {
  listTexts: {
    method: 'GET',
    path: '/texts',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'Each message that borrowers get, with sample figures and its length as SMS',
  },
  getText: {
    method: 'GET',
    path: '/texts/{kind}',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'The words of a message in each language, with their earlier versions',
  },
  previewText: {
    method: 'POST',
    path: '/texts/{kind}/preview',
    access: 'changeTexts',
    audit: 'none',
    summary: 'What borrowers would read with other words, and what is wrong with these',
  },
  askForText: {
    method: 'POST',
    path: '/texts/{kind}/request',
    access: 'changeTexts',
    audit: 'change',
    summary: 'Ask for other words of a message; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
