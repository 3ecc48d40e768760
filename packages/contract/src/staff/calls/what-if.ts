import type { StaffCallDefinition } from './definition.ts';

/** A draft of the rules and the scorecard, tried over past applications. */
export const whatIfCalls = {
  listWhatIfs: {
    method: 'GET',
    path: '/set-up/what-ifs',
    access: 'seeSetUp',
    audit: 'none',
    summary:
      'The drafts of rules and scorecard that were tried over past applications in the last seven days',
  },
  startWhatIf: {
    method: 'POST',
    path: '/set-up/what-ifs',
    access: 'changeOffer',
    audit: 'change',
    summary:
      'Try a draft of the rules and the scorecard over the applications of a period; changes no application',
  },
  stopWhatIf: {
    method: 'POST',
    path: '/set-up/what-ifs/{runId}/stop',
    access: 'changeOffer',
    audit: 'change',
    summary: 'Stop the own what-if that is under way',
  },
  getWhatIf: {
    method: 'GET',
    path: '/set-up/what-ifs/{runId}',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'How far a what-if came, and what the draft would have decided, as numbers',
  },
  listWhatIfApplications: {
    method: 'GET',
    path: '/set-up/what-ifs/{runId}/applications',
    access: 'seeSetUp',
    audit: 'look',
    summary: 'The applications behind a number of a what-if, without names',
  },
} as const satisfies Record<string, StaffCallDefinition>;
