import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { contentOf, draftOf } from '../set-up/draft.ts';
import { PlannedCard } from '../set-up/planned-card.tsx';
import { VersionsCard } from '../set-up/versions-card.tsx';
import { type PartState, usePartState } from './part-actions.tsx';
import { RulesCard } from './rules-card.tsx';
import { ScorecardCard } from './scorecard-card.tsx';
import { scorecardContentOf, scorecardDraftOf } from './scorecard-draft.ts';
import { TryCard } from './try-card.tsx';
import { WhatIfRun } from './what-if-run.tsx';

type Item = StaffAnswer<'getOfferItem'>;
/** What a draft begins with: what was tried before, or what counts. */
type Begun = { rules: unknown; scorecard: unknown };

/** The decision rules and the scorecard: drafts, what they would have decided, and asking a second person. */
export function DecisionsPage() {
  const [{ run }] = useFilters({ run: '' });
  const runId = /^[1-9]\d{0,14}$/.test(run) ? run : undefined;
  const rules = useStaffAnswer('getOfferItem', { params: { part: 'rules', item: 'rules' } });
  const scorecard = useStaffAnswer('getOfferItem', { params: { part: 'scorecard', item: 'scorecard' } });
  // A draft that was tried is opened again with its address. What a person types afterwards stays.
  const [openedRun] = useState(runId);
  const tried = useStaffAnswer(
    'getWhatIf',
    { params: { runId: openedRun ?? '' } },
    { isEnabled: openedRun !== undefined },
  );
  return (
    <Page
      title="Rules and scorecard"
      note="who gets a loan: first by the rules, then by the points"
      actions={<ButtonLink to="/set-up">Set-up</ButtonLink>}
    >
      <Answer query={rules}>
        {(rulesItem) => (
          <Answer query={scorecard}>
            {(scorecardItem) =>
              openedRun === undefined ? (
                <Drafts items={{ rules: rulesItem, scorecard: scorecardItem }} runId={runId} />
              ) : (
                <Answer query={tried}>
                  {(begun) => (
                    <Drafts
                      items={{ rules: rulesItem, scorecard: scorecardItem }}
                      begun={begun}
                      runId={runId}
                    />
                  )}
                </Answer>
              )
            }
          </Answer>
        )}
      </Answer>
    </Page>
  );
}

function Drafts({
  items,
  begun,
  runId,
}: {
  items: { rules: Item; scorecard: Item };
  begun?: Begun;
  runId: string | undefined;
}) {
  const [, change] = useFilters({ run: '' });
  const counting = items.rules.running?.content;
  const [rules, setRules] = useState(() => draftOf('rules', begun?.rules ?? counting));
  const [scorecard, setScorecard] = useState(() =>
    scorecardDraftOf(begun?.scorecard ?? items.scorecard.running?.content),
  );
  const drafts = { rules: contentOf('rules', counting, rules), scorecard: scorecardContentOf(scorecard) };
  const rulesState = usePartState('rules', {
    item: items.rules,
    content: drafts.rules,
    onReset: () => setRules(draftOf('rules', counting)),
  });
  const scorecardState = usePartState('scorecard', {
    item: items.scorecard,
    content: drafts.scorecard,
    onReset: () => setScorecard(scorecardDraftOf(items.scorecard.running?.content)),
  });
  return (
    <Cards>
      <RulesCard draft={rules} onChange={setRules} state={rulesState} />
      <Planned part="rules" item={items.rules} />
      <ScorecardCard draft={scorecard} onChange={setScorecard} state={scorecardState} />
      <Planned part="scorecard" item={items.scorecard} />
      <TryCard
        businessDate={items.rules.businessDate}
        drafts={drafts}
        onStarted={(started) => change({ run: String(started) })}
      />
      {runId !== undefined && <WhatIfRun runId={runId} />}
      <VersionsCard part="rules" item="rules" title="Versions of the decision rules" />
      <VersionsCard part="scorecard" item="scorecard" title="Versions of the scorecard" />
    </Cards>
  );
}

function Planned({ part, item }: { part: PartState['part']; item: Item }) {
  const { planned, title, waiting } = item;
  if (!planned) return null;
  return <PlannedCard {...{ part, planned }} item={part} of={title} isWaiting={waiting !== null} />;
}
