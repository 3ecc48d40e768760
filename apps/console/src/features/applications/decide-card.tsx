import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { usePerson } from '../../platform/session.ts';
import { clockText } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './applications.module.css';
import { type Decision, DecisionDialog } from './decision-dialog.tsx';
import type { Application } from './use-application.ts';

type Choice = { decision: Decision; key: string; text: string; look: 'main' | 'plain' };

/** The server refuses it for an application that the rules decline. */
const COUNTER_OFFER: Choice = {
  decision: 'counter_offer',
  key: 'o',
  text: 'Offer other terms',
  look: 'plain',
};

type DecideProps = { application: Application; onDone: (sentence: string) => void };

/** The decisions. A key opens the confirmation. It never decides. */
export function DecideCard({ application, onDone }: DecideProps) {
  const { permissions } = usePerson();
  const [asked, setAsked] = useState<Decision | null>(null);
  const whyNot = whyNoDecision(application, permissions.includes('decideApplications'));
  const isAgainst = application.against.length > 0;
  const choices: readonly Choice[] = [
    isAgainst
      ? { decision: 'override', key: 'a', text: 'Approve against the rules', look: 'main' }
      : {
          decision: 'approve',
          key: 'a',
          text: `Approve ${formatKwacha(Math.round(application.amount * 100))}`,
          look: 'main',
        },
    ...(isAgainst ? [] : [COUNTER_OFFER]),
    { decision: 'send_back', key: 'b', text: 'Send back', look: 'plain' },
    { decision: 'ask_evidence', key: 'e', text: 'Ask for evidence', look: 'plain' },
    { decision: 'decline', key: 'd', text: 'Decline', look: 'plain' },
  ];
  useKeys(
    'This application',
    whyNot === undefined
      ? choices.map(({ decision, key, text }) => ({
          keys: key,
          does: `${text}, after a confirmation`,
          run: () => setAsked(decision),
        }))
      : [],
  );
  return (
    <Card title="Decide" note="the borrower reads this within seconds">
      <Warnings application={application} />
      {whyNot === undefined ? (
        <div className={styles.decisions}>
          {choices.map(({ decision, key, text, look }) => (
            <Button key={decision} look={look} keys={key.toUpperCase()} onClick={() => setAsked(decision)}>
              {text}
            </Button>
          ))}
        </div>
      ) : (
        <p>{whyNot}</p>
      )}
      {asked && (
        <DecisionDialog
          decision={asked}
          application={application}
          onClose={() => setAsked(null)}
          onDone={(sentence) => {
            setAsked(null);
            onDone(sentence);
          }}
        />
      )}
    </Card>
  );
}

/** Why the person decides nothing here; undefined where they may. */
function whyNoDecision(
  { holder, isWithChecker, pictureAskedAgain, evidence, offers }: Application,
  mayDecide: boolean,
): string | undefined {
  if (!mayDecide) return 'Your roles let you look at it. An underwriter decides.';
  if (isWithChecker) return 'A second person is asked to approve it. It waits for them.';
  if (pictureAskedAgain || evidence.at(-1)?.state === 'asked' || offers.at(-1)?.isStanding)
    return 'It waits for the borrower, and comes back to the queue by itself.';
  if (holder === null) return 'Another person left it. Open it again to take it.';
  return holder.isMine
    ? undefined
    : `${holder.name} has it until ${clockText(holder.until)}. You can look at it meanwhile.`;
}

function Warnings({ application: { against, isBlocked, isForCompliance } }: { application: Application }) {
  const lines = [
    isBlocked && 'The borrower is blocked: it cannot be approved.',
    isForCompliance && 'Compliance has to look at this borrower before it can be approved.',
    against.length > 0 && `The rules decline it: ${against.map(({ title }) => title).join('. ')}.`,
  ].filter((line) => line !== false);
  return lines.length === 0 ? null : (
    <div className={styles.note}>
      {lines.map((line) => (
        <Failure key={line}>{line}</Failure>
      ))}
    </div>
  );
}
