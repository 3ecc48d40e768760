import type { Answer } from '@thumba/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { lenderPhone } from '../../platform/lender-phone.ts';
import { navigate } from '../../platform/navigation.ts';
import { queryClient, refresh, useSend } from '../../platform/query.ts';
import { samplePerson } from '../../platform/sample-person.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { CheckField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { faceWords as words } from '../../words/face.ts';
import { richText } from '../../words/rich-text.tsx';
import { titles } from '../../words/titles.ts';
import styles from './face.module.css';
import { FaceGate, isAgreed } from './face-gate.tsx';

/** An empty page that leads to the start of a face check. */
export function FacePage() {
  return <Redirect to="/face/face-start" replace />;
}

export function FaceStartPage() {
  return <FaceGate title={titles.faceStart}>{(consent) => <FaceStart consent={consent} />}</FaceGate>;
}

/** How the pictures are taken. */
type Way = 'camera' | 'picture' | 'sample';

type FaceConsent = Answer<'listConsents'>[number];

function keepSaved(saved: FaceConsent): void {
  queryClient.setQueryData<FaceConsent[]>(['listConsents', {}], (consents) =>
    consents?.map((consent) => (consent.kind === saved.kind ? saved : consent)),
  );
}

export function FaceStart({ consent }: { consent: FaceConsent }) {
  const isGivenBefore = isAgreed(consent);
  const [isChecked, setChecked] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const saving = useSend('saveConsent', { loading: 'loading' });
  const [sample] = useState(samplePerson);

  const start = (way: Way) => {
    const go = () => navigate(`/face/face-recognition${way === 'camera' ? '' : `?with=${way}`}`);
    if (isGivenBefore) return go();
    setMissing(!isChecked);
    if (!isChecked || saving.isPending) return;
    const { kind, wordingVersion } = consent;
    saving.mutate(
      { body: { kind, given: true, wordingVersion } },
      {
        onSuccess: (saved) => {
          // The next screen asks whether it is given.
          keepSaved(saved);
          go();
        },
        // The wording may have been outdated, so the new one is loaded.
        onError: () => void refresh('listConsents'),
      },
    );
  };

  return (
    <PageFrame
      title={titles.faceStart}
      backTo="/home"
      footer={
        <Button onClick={() => start('camera')} isBusy={saving.isPending}>
          {words.start}
        </Button>
      }
    >
      <WhyAndHow />
      {sample && (
        <Card title={words.sample.title}>
          <p className={styles.text}>{words.sample.text(sample.firstName)}</p>
          <Button variant="secondary" onClick={() => start('sample')} isBusy={saving.isPending}>
            {words.samplePictures(sample.firstName)}
          </Button>
        </Card>
      )}
      <Kept />
      <Instead onPicture={() => start('picture')} isBusy={saving.isPending} />
      <Agreement
        wording={consent.wording}
        isGivenBefore={isGivenBefore}
        isChecked={isChecked}
        isMissing={isMissing}
        onChange={(checked) => {
          setChecked(checked);
          setMissing(false);
        }}
      />
    </PageFrame>
  );
}

function WhyAndHow() {
  return (
    <>
      <Card title={words.why.title}>
        <p className={styles.text}>{words.why.text}</p>
      </Card>
      <Card title={words.how.title}>
        <ol className={styles.list}>
          <li>{words.how.place}</li>
          <li>{words.how.move}</li>
        </ol>
        <p className={styles.small}>{words.how.guide(words.guideSize)}</p>
      </Card>
    </>
  );
}

function Kept() {
  return (
    <Card title={words.kept.title}>
      <p className={styles.text}>{words.kept.pictures}</p>
      <p className={styles.small}>
        {words.kept.period} {words.kept.marks}{' '}
        {richText(words.kept.policy, {
          policy: (text) => <Link to="/agreement/privacy">{text}</Link>,
        })}
      </p>
    </Card>
  );
}

type AgreementProps = {
  wording: string;
  isGivenBefore: boolean;
  isChecked: boolean;
  /** The borrower tried to start without it. */
  isMissing: boolean;
  onChange: (isChecked: boolean) => void;
};

function Agreement({ wording, isGivenBefore, isChecked, isMissing, onChange }: AgreementProps) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isMissing) return;
    field.current?.querySelector('input')?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'center' });
  }, [isMissing]);
  return (
    <Card title={words.consent.title}>
      <p className={styles.text}>{wording}</p>
      {isGivenBefore ? (
        <p className={styles.small}>{words.consent.given}</p>
      ) : (
        <div ref={field}>
          <CheckField
            isChecked={isChecked}
            onChange={onChange}
            error={isMissing ? words.consent.missing : undefined}
          >
            {words.consent.agree}
          </CheckField>
        </div>
      )}
    </Card>
  );
}

function Instead({ onPicture, isBusy }: { onPicture: () => void; isBusy: boolean }) {
  const phone = lenderPhone();
  return (
    <Card title={words.instead.title}>
      <Stack>
        <p className={styles.text}>{words.instead.text}</p>
        <Button variant="secondary" onClick={onPicture} isBusy={isBusy}>
          {words.onePicture}
        </Button>
        <p className={styles.small}>{phone ? words.instead.call(phone) : words.instead.noPhone}</p>
      </Stack>
    </Card>
  );
}
