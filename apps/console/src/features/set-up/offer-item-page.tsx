import type { OfferPart } from '@thumba/contract/staff/offer-parts';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Redirect, useParams } from 'wouter';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { ChangeCard } from './change-card.tsx';
import { contentOf, draftOf, draftOfNew } from './draft.ts';
import { DraftForm } from './draft-form.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { OFFER_FIELDS } from './offer-fields.ts';
import { PlannedCard } from './planned-card.tsx';
import styles from './set-up.module.css';
import { DECISIONS_ADDRESS, offerAddress } from './set-up-pages.ts';
import { peopleText, VersionsCard } from './versions-card.tsx';
import { WaitingChange } from './waiting-change.tsx';

type Item = StaffAnswer<'getOfferItem'>;

/** One part of the offer: what counts, what is planned, a draft of the next version, and all versions. */
export function OfferItemPage() {
  const place = useParams<{ part: OfferPart; item: string }>();
  if (offerAddress(place) === DECISIONS_ADDRESS) return <Redirect to={DECISIONS_ADDRESS} replace />;
  return <ItemPage {...place} />;
}

function ItemPage({ part, item }: { part: OfferPart; item: string }) {
  const query = useStaffAnswer('getOfferItem', { params: { part, item } });
  return (
    <Page title={query.data?.title ?? 'Set-up'} actions={<ButtonLink to="/set-up">All parts</ButtonLink>}>
      <Answer query={query}>
        {(found) => (
          <Cards>
            <Standing item={found} />
            {found.waiting && <WaitingChange kind="offer_change" waiting={found.waiting} />}
            {found.planned && (
              <PlannedCard {...{ part, item }} planned={found.planned} isWaiting={found.waiting !== null} />
            )}
            {found.running && !found.planned && !found.waiting && OFFER_FIELDS[part] && (
              <Editor key={found.running.version} part={part} item={found} />
            )}
            <VersionsCard part={part} item={item} />
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function Standing({ item: { running, withheld } }: { item: Item }) {
  return (
    <Card title="What counts">
      <Facts
        facts={[
          ['Version', running && <Badge look="good">{`version ${running.version}`}</Badge>],
          ['Since', running && dayText(running.effectiveOn)],
          ['Made by', running && peopleText(running)],
          [
            'Not offered',
            withheld.length > 0 ? `${withheld.join('; ')}: the policy in force does not allow it.` : null,
          ],
        ]}
      />
    </Card>
  );
}

/** The fields on one side; the estimate and what changes on the other. */
function Editor({
  part,
  item: { running, businessDate, untouched, freeTermId },
}: {
  part: OfferPart;
  item: Item;
}) {
  const counting = running!.content;
  const mayAsk = usePerson().permissions.includes('changeOffer');
  const [{ saved, draft, isNew }, setState] = useState({
    ...{ saved: counting, isNew: false },
    draft: draftOf(part, counting),
  });
  const [effectiveOn, setDay] = useState<string | null>(null);
  const content = contentOf(part, saved, draft);
  const begin = () => setState({ saved: counting, isNew: false, draft: draftOf(part, counting) });
  const beginNew = () => setState({ ...draftOfNew(counting, freeTermId), isNew: true });
  return (
    <section className={styles.editor} aria-label={isNew ? 'New product' : 'Draft'}>
      <div className={styles.side}>
        {mayAsk && part === 'product' && (
          <p className={styles.quiet}>
            {isNew ? 'A new product, which begins like this one. ' : 'A draft of the next version. '}
            <Button look="plain" onClick={isNew ? begin : beginNew}>
              {isNew ? 'Change this product instead' : 'New product like this one'}
            </Button>
          </p>
        )}
        <DraftForm
          {...{ part, draft, freeTermId }}
          onChange={(changed) => setState((state) => ({ ...state, draft: changed }))}
        />
      </div>
      <div className={styles.side}>
        {part === 'product' && (
          <EstimateCard {...{ draft, content, effectiveOn }} running={isNew ? null : counting} />
        )}
        <ChangeCard
          {...{ part, content, effectiveOn, untouched }}
          today={businessDate}
          onDay={setDay}
          onAsked={begin}
        />
      </div>
    </section>
  );
}
