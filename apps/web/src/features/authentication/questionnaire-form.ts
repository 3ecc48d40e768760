import type { Answer, Request } from '@thumba/contract/wire';
import { questionnaireWords } from '../../words/questionnaire.ts';

export type Question = Answer<'questionnaireInfo'>['questions'][number];
type SentAnswer = Request<'questionnaireSubmit'>['body']['answers'][number];

/** What is chosen or typed for one question. */
export type Reply = { optionIds: readonly number[]; text: string };
export type Replies = Readonly<Record<number, Reply>>;

export const NO_REPLY: Reply = { optionIds: [], text: '' };

export function toggleOption(reply: Reply, optionId: number): Reply {
  const isChosen = reply.optionIds.includes(optionId);
  const optionIds = isChosen
    ? reply.optionIds.filter((chosen) => chosen !== optionId)
    : [...reply.optionIds, optionId];
  return { ...reply, optionIds };
}

/** Why the answer to a question is not accepted; undefined when it is. */
export function replyMessage({ type, required }: Question, reply: Reply): string | undefined {
  const text = reply.text.trim();
  const isChoice = type === 'single' || type === 'multiple';
  if (isChoice) return required && reply.optionIds.length === 0 ? questionnaireWords.chooseOne : undefined;
  if (text === '') return required ? questionnaireWords.answer : undefined;
  return type === 'number' && !/^\d+$/.test(text) ? questionnaireWords.number : undefined;
}

/** The answers as they are sent; a question that was left out is not among them. */
export function sentAnswers(questions: readonly Question[], replies: Replies): SentAnswer[] {
  return questions.flatMap(({ questionId, type }): SentAnswer[] => {
    const { optionIds, text } = replies[questionId] ?? NO_REPLY;
    const value = text.trim();
    if (type === 'single' || type === 'multiple') {
      return optionIds.length > 0 ? [{ questionId, optionIds: [...optionIds] }] : [];
    }
    if (value === '') return [];
    return [{ questionId, value: type === 'number' ? Number(value) : value }];
  });
}
