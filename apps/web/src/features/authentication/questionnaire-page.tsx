import type { Answer, Request } from '@thumba/contract/wire';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { countSteps, formsOf, rememberQuestionnaireOffer } from '../../platform/authentication-step.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { useForm } from '../../platform/form.ts';
import { navigate } from '../../platform/navigation.ts';
import { refresh, useAnswer, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Coming } from '../../ui/coming.tsx';
import { NothingHere } from '../../ui/empty-state.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { authenticationWords } from '../../words/authentication.ts';
import { questionnaireWords } from '../../words/questionnaire.ts';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import styles from './authentication.module.css';
import { pathAfterSteps } from './lead-on.ts';
import {
  NO_REPLY,
  type Question,
  type Replies,
  type Reply,
  replyMessage,
  sentAnswers,
  toggleOption,
} from './questionnaire-form.ts';
import { WishLine } from './step-frame.tsx';

const ALREADY_ANSWERED = 409;

export function QuestionnairePage() {
  const info = useAnswer('questionnaireInfo', { body: {} }, { staleMs: Infinity });
  const steps = useAnswer('getUserAuthProcessStep', {}).data;
  const userId = useUserInfo().data?.userId;
  useEffect(() => {
    if (userId !== undefined) rememberQuestionnaireOffer(userId);
  }, [userId]);

  if (!info.data) {
    return (
      <PageFrame title={titles.questionnaire} backTo="/home">
        <Coming answers={[info]} lines={[28, 56, 52, 52, 52, 52]} />
      </PageFrame>
    );
  }
  if (info.data.answered || info.data.questions.length === 0) return <NothingToAsk />;
  return <Questions info={info.data} steps={steps} />;
}

function NothingToAsk() {
  return (
    <PageFrame title={titles.questionnaire} backTo="/home">
      <NothingHere {...questionnaireWords.answered} action={uiWords.goHome} />
    </PageFrame>
  );
}

type QuestionsProps = {
  info: Answer<'questionnaireInfo'>;
  steps: Answer<'getUserAuthProcessStep'> | undefined;
};

function Questions({ info, steps }: QuestionsProps) {
  const formId = useId();
  const [index, setIndex] = useState(0);
  const submission = useSend('questionnaireSubmit', { loading: 'loading' });

  const { questions } = info;
  const question = questions[index]!;
  const { questionId } = question;
  const place = placeOf(steps, index + 1, questions.length);
  const progress = progressOf(steps, index + 1, questions.length);
  const isLast = index === questions.length - 1;

  const form = useForm<Replies>({
    initial: {},
    check: (replies) => ({ [questionId]: replyMessage(question, replies[questionId] ?? NO_REPLY) }),
    isBusy: submission.isPending,
    send: (replies) =>
      isLast ? submission.mutate(requestOf(info, replies), WHEN_ANSWERED) : show(index + 1),
  });
  const show = (next: number) => {
    setIndex(next);
    form.showMessages({});
  };
  const showBefore = index > 0 ? () => show(index - 1) : undefined;
  const isTapEnough = question.type === 'single' && !isLast;
  const isMovingOn = useTapMovesOn(form.props.ref, index, isTapEnough ? () => show(index + 1) : undefined);
  const reply = form.values[questionId] ?? NO_REPLY;
  // Beside answers that lead on by themselves, the button would be tapped for a question that was not read yet.
  const isNextShown = !isTapEnough || (!isMovingOn && replyMessage(question, reply) === undefined);

  return (
    <PageFrame
      title={titles.questionnaire}
      backTo="/home"
      onBack={showBefore}
      footer={
        <Buttons onBack={showBefore}>
          {isNextShown && (
            <Button type="submit" form={formId} isBusy={submission.isPending}>
              {isLast ? questionnaireWords.send : questionnaireWords.next}
            </Button>
          )}
        </Buttons>
      }
    >
      <div className={styles.steps}>
        <p>{place}</p>
        <Segments {...progress} label={place} />
        <WishLine />
      </div>
      {index === 0 && <p className={styles.text}>{questionnaireWords.intro}</p>}
      <form id={formId} className={styles.form} {...form.props}>
        <QuestionHeading key={questionId} text={question.text} isFirst={index === 0} />
        <ReplyField
          key={`reply ${questionId}`}
          question={question}
          reply={reply}
          error={form.messages[questionId]}
          onChange={form.field(questionId).onChange}
        />
      </form>
      <div className={styles.skip}>
        <ButtonLink to={pathAfterSteps()} replace variant="quiet">
          {questionnaireWords.skip}
        </ButtonLink>
      </div>
    </PageFrame>
  );
}

function placeOf(steps: QuestionsProps['steps'], question: number, questions: number): string {
  const place = questionnaireWords.place(question, questions);
  if (steps === undefined) return place;
  return questionnaireWords.inStep(
    authenticationWords.step(formsOf(steps).length + 1, countSteps(steps, true)),
    place,
  );
}

/** Goes on from the progress of the forms before, where it is known. */
function progressOf(steps: QuestionsProps['steps'], question: number, questions: number) {
  if (steps === undefined) return { filled: question, total: questions };
  return { filled: formsOf(steps).length + 1, total: countSteps(steps, true) };
}

function Buttons({ onBack, children }: { onBack: (() => void) | undefined; children: ReactNode }) {
  return (
    <div className={styles.buttons}>
      {onBack && (
        <Button variant="secondary" onClick={onBack}>
          {questionnaireWords.back}
        </Button>
      )}
      {children}
    </div>
  );
}

/** So long the chosen answer is seen before the next question comes. */
const SHOWN_MS = 250;

/**
 * A tap on an answer leads to the next question. A key or a screen reader only chooses, because the arrow keys choose
 * every answer that they pass. The answer is true from the tap until the next question.
 */
function useTapMovesOn(
  form: RefObject<HTMLFormElement | null>,
  index: number,
  moveOn: (() => void) | undefined,
): boolean {
  const [isMovingOn, setMovingOn] = useState(false);
  const latest = useRef(moveOn);
  useEffect(() => {
    latest.current = moveOn;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question that is left takes its timer with it
  useEffect(() => {
    const element = form.current;
    let timer: ReturnType<typeof setTimeout>;
    const afterClick = ({ detail, target }: MouseEvent) => {
      // The click that a key or a screen reader makes has no detail.
      if (detail === 0 || !(target instanceof Element) || target.closest('label') === null) return;
      if (latest.current === undefined) return;
      setMovingOn(true);
      clearTimeout(timer);
      timer = setTimeout(() => latest.current?.(), SHOWN_MS);
    };
    element?.addEventListener('click', afterClick);
    return () => {
      setMovingOn(false);
      clearTimeout(timer);
      element?.removeEventListener('click', afterClick);
    };
  }, [form, index]);
  return isMovingOn;
}

function requestOf(
  { questionnaireId, questions }: Answer<'questionnaireInfo'>,
  replies: Replies,
): Request<'questionnaireSubmit'> {
  return { body: { questionnaireId, answers: sentAnswers(questions, replies) } };
}

const WHEN_ANSWERED = {
  onSuccess: () => {
    showSuccess(questionnaireWords.thanks);
    leave();
  },
  onError: (error: Error) => {
    if (error instanceof CallFailure && error.code === ALREADY_ANSWERED) leave();
  },
};

function leave(): void {
  void refresh('questionnaireInfo', 'getUserInfo');
  navigate(pathAfterSteps(), { replace: true });
}

/** Each next question takes the focus, as a page of its own would. */
function QuestionHeading({ text, isFirst }: { text: string; isFirst: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isFirst) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [isFirst]);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.question}>
      {text}
    </h2>
  );
}

type ReplyFieldProps = {
  question: Question;
  reply: Reply;
  error: string | undefined;
  onChange: (reply: Reply) => void;
};

function ReplyField({ question, reply, error, onChange }: ReplyFieldProps) {
  const options = question.options ?? [];
  switch (question.type) {
    case 'single':
      return (
        <Choices
          legend={question.text}
          isLegendHidden
          layout="rows"
          options={options.map(({ optionId, text }) => ({ value: optionId, label: text }))}
          value={reply.optionIds[0]}
          onChange={(optionId) => onChange({ ...reply, optionIds: [optionId] })}
          error={error}
        />
      );
    case 'multiple':
      return (
        <fieldset className={styles.group}>
          <legend className="visually-hidden">{question.text}</legend>
          {options.map(({ optionId, text }, index) => (
            <CheckField
              key={optionId}
              isChecked={reply.optionIds.includes(optionId)}
              onChange={() => onChange(toggleOption(reply, optionId))}
              error={index === options.length - 1 ? error : undefined}
            >
              {text}
            </CheckField>
          ))}
        </fieldset>
      );
    case 'number':
    case 'text':
      return (
        <TextField
          label={questionnaireWords.yourAnswer}
          inputMode={question.type === 'number' ? 'numeric' : 'text'}
          autoComplete="off"
          maxLength={500}
          value={reply.text}
          error={error}
          onChange={({ target }) => onChange({ ...reply, text: target.value })}
        />
      );
  }
}
