import { evidenceWords as words } from '@thumba/home/evidence-words';
import { useId, useMemo, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { deadlineText } from '../../platform/deadline.ts';
import { openDraft } from '../../platform/draft.ts';
import { useForm } from '../../platform/form.ts';
import { navigate } from '../../platform/navigation.ts';
import { tellOtherTabs, useAppliedInOtherTab } from '../../platform/other-tabs.ts';
import { refresh, useAnswer, useSend } from '../../platform/query.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { tabStorage } from '../../platform/storage.ts';
import { showSuccess } from '../../platform/toast.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { NothingHere } from '../../ui/empty-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import styles from './authentication.module.css';
import { CardPicture } from './card-picture.tsx';

const NOT_FOUND = 404;
const CONFLICT = 409;

type Evidence = NonNullable<LoanInfo['evidence']>;
type Pictures = { first: string; second: string; third: string };
const NONE: Pictures = { first: '', second: '', third: '' };
const PLACES = ['first', 'second', 'third'] as const;

/** The pictures that a person asked for before they decide on the application. */
export function EvidencePage() {
  const loanInfo = useAnswer('getMyLoanInfo', {});
  const user = useUserInfo();
  useAppliedInOtherTab(loanInfo.refetch);
  const evidence = loanInfo.data?.evidence;
  if (evidence && user.data)
    return <EvidenceForm key={evidence.until} evidence={evidence} userId={user.data.userId} />;
  return (
    <PageFrame title={titles.evidence} backTo="/home">
      {loanInfo.data && user.data ? (
        <NothingHere {...words.nothing} action={uiWords.goHome} />
      ) : (
        <Coming answers={[loanInfo, user]} lines={[44, 260]} />
      )}
    </PageFrame>
  );
}

function EvidenceForm({ evidence, userId }: { evidence: Evidence; userId: number }) {
  const formId = useId();
  const { orderId, until } = evidence;
  // A phone that is short of memory ends the page while the camera is open. It is deleted with the tab.
  const draft = useMemo(() => openDraft(tabStorage, userId, `evidence.${until}`), [userId, until]);
  const [isLeaving, setLeaving] = useState(false);
  const sending = useSend('giveEvidence', { loading: 'loading' });
  const [unsent, setUnsent] = useState<Partial<Record<keyof Pictures, boolean>>>({});
  const isBusy = sending.isPending || isLeaving;

  const form = useForm<Pictures>({
    initial: () => ({ ...NONE, ...draft.read() }),
    check: (values) => problemOf(values, unsent),
    isBusy,
    onChange: isLeaving ? undefined : draft.save,
    movesFocus: true,
    send: (values) =>
      sending.mutate(
        { body: { orderId, fileIds: fileIdsOf(values) } },
        {
          onSuccess: async () => {
            setLeaving(true);
            draft.clear();
            await leaveForHome();
          },
          onError: (error) => {
            if (!(error instanceof CallFailure)) return;
            if (error.code === CONFLICT) void refresh('getMyLoanInfo');
            if (error.code !== NOT_FOUND) return;
            // Pictures that were not sent are deleted after an hour.
            form.change(NONE);
            form.showMessages({ first: error.message });
          },
        },
      ),
  });

  return (
    <PageFrame
      title={titles.evidence}
      backTo="/home"
      footer={
        <Button type="submit" form={formId} isBusy={isBusy}>
          {words.send}
        </Button>
      }
    >
      <form id={formId} className={styles.form} {...form.props}>
        <WhatIsAsked evidence={evidence} />
        <Card>
          <div className={styles.sides}>
            {PLACES.filter((place, index) => isOpen(form.values, place, index)).map((place, index) => (
              <CardPicture
                key={place}
                label={words.picture(index + 1)}
                purpose="evidence"
                {...form.field(place)}
                onUnsent={(isUnsent) => setUnsent((before) => ({ ...before, [place]: isUnsent }))}
              />
            ))}
          </div>
        </Card>
        <p className={styles.small}>{words.kept}</p>
      </form>
    </PageFrame>
  );
}

function WhatIsAsked({ evidence: { kind, until } }: { evidence: Evidence }) {
  return (
    <Card title={words.asked[kind]}>
      <p className={styles.text}>{words.why[kind]}</p>
      <p className={styles.text}>{words.what[kind]}</p>
      <p className={styles.small}>{words.until(deadlineText(until))}</p>
    </Card>
  );
}

/** A picture that was taken is not left out because it has not arrived. */
function problemOf(
  values: Pictures,
  unsent: Partial<Record<keyof Pictures, boolean>>,
): Partial<Record<keyof Pictures, string>> {
  const waiting = PLACES.find((place) => unsent[place]);
  if (waiting) return { [waiting]: words.notArrived };
  return fileIdsOf(values).length === 0 ? { first: words.missing } : {};
}

/** A further picture is offered once the one before it has arrived. */
function isOpen(values: Pictures, place: keyof Pictures, index: number): boolean {
  return index === 0 || values[place] !== '' || values[PLACES[index - 1]!] !== '';
}

function fileIdsOf(values: Pictures): string[] {
  return PLACES.map((place) => values[place]).filter((fileId) => fileId !== '');
}

/** Home shows the state of the application. */
async function leaveForHome(): Promise<void> {
  await refresh('getMyLoanInfo');
  void refresh('queryLoanDetail');
  tellOtherTabs();
  navigate('/home', { replace: true });
  showSuccess(words.sent);
}
