import type { Body } from '@thumba/contract/wire';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { questionnaireWords } from './questionnaire-words.ts';

type Option = { optionId: number; text: string; points: number };
type Question = { questionId: number; text: string; options: readonly Option[] };
export type Questionnaire = { questionnaireId: number; title: string; questions: readonly Question[] };

/** The points of the options of each question, in the order of their texts. */
const POINTS = {
  income: [2, 5, 8, 10],
  dependants: [10, 8, 5, 3],
  saving: [10, 6, 2],
  earlierLoan: [10, 5, 6],
  purpose: [10, 9, 8, 7, 5],
} as const;

/** The demo lender's questions. They add points to an application and never decline one by themselves. */
export function questionnaire(): Questionnaire {
  return {
    questionnaireId: 1,
    title: questionnaireWords.title,
    questions: [
      question(1, 'income'),
      question(2, 'dependants'),
      question(4, 'saving'),
      question(5, 'earlierLoan'),
    ],
  };
}

/** Every question that a borrower may have answered. Each application now asks what its loan is for. */
export function questionsEver(): readonly Question[] {
  return [...questionnaire().questions, question(3, 'purpose')];
}

function question(questionId: number, name: keyof typeof POINTS): Question {
  const { text, options } = questionnaireWords[name];
  return {
    questionId,
    text,
    options: options.map((optionText, index) => ({
      optionId: index + 1,
      text: optionText,
      points: POINTS[name][index]!,
    })),
  };
}

/** The option chosen for each question. */
export type ChosenOptions = Record<number, number>;

export function scoreAnswers(
  { questions }: Questionnaire,
  answers: Body<'questionnaireSubmit'>['answers'],
): Outcome<{ chosenOptions: ChosenOptions; points: number }, Record<string, string>> {
  const fields: Record<string, string> = {};
  const chosenOptions: ChosenOptions = {};
  let points = 0;
  for (const { questionId } of answers) {
    // A page that was opened before may still ask a question of earlier days.
    if (!questionsEver().some((known) => known.questionId === questionId)) {
      fields[questionId] = questionnaireWords.noSuchQuestion;
    }
  }
  for (const { questionId, options } of questions) {
    const given = answers.filter((answer) => answer.questionId === questionId);
    const optionIds = given[0]?.optionIds ?? [];
    const option = options.find(({ optionId }) => optionId === optionIds[0]);
    if (given.length !== 1 || optionIds.length !== 1 || !option) {
      fields[questionId] = questionnaireWords.chooseAnswer;
      continue;
    }
    chosenOptions[questionId] = option.optionId;
    points += option.points;
  }
  return Object.keys(fields).length > 0 ? refuse(fields) : allow({ chosenOptions, points });
}
