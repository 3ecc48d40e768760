import type { Body } from '@thumba/contract/wire';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';

type Option = { optionId: number; text: string; points: number };
type Question = { questionId: number; text: string; options: readonly Option[] };
export type Questionnaire = { questionnaireId: number; title: string; questions: readonly Question[] };

/** The demo lender's questions. They add points to an application and never decline one by themselves. */
export const questionnaire: Questionnaire = {
  questionnaireId: 1,
  title: 'Four short questions',
  questions: [
    question(1, 'How long have you had your main source of income?', [
      ['Less than 6 months', 2],
      ['6 months to 2 years', 5],
      ['2 to 5 years', 8],
      ['More than 5 years', 10],
    ]),
    question(2, 'How many people depend on your income?', [
      ['Only me', 10],
      ['2 or 3', 8],
      ['4 to 6', 5],
      ['More than 6', 3],
    ]),
    question(4, 'Do you save money?', [
      ['Every month', 10],
      ['Sometimes', 6],
      ['Not at the moment', 2],
    ]),
    question(5, 'Have you repaid a loan before?', [
      ['Yes, on time', 10],
      ['Yes, with some delay', 5],
      ['I have not borrowed before', 6],
    ]),
  ],
};

/** Earlier borrowers answered it. Each application now asks what its loan is for. */
const purposeQuestion = question(3, 'What will you use the loan for?', [
  ['My business or farm', 10],
  ['School fees', 9],
  ['Health or an emergency', 8],
  ['Home and family', 7],
  ['Something else', 5],
]);

/** Every question that a borrower may have answered. */
export const questionsEver: readonly Question[] = [...questionnaire.questions, purposeQuestion];

function question(
  questionId: number,
  text: string,
  options: readonly (readonly [string, number])[],
): Question {
  return {
    questionId,
    text,
    options: options.map(([optionText, points], index) => ({
      optionId: index + 1,
      text: optionText,
      points,
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
    if (!questionsEver.some((known) => known.questionId === questionId)) {
      fields[questionId] = 'There is no such question';
    }
  }
  for (const { questionId, options } of questions) {
    const given = answers.filter((answer) => answer.questionId === questionId);
    const optionIds = given[0]?.optionIds ?? [];
    const option = options.find(({ optionId }) => optionId === optionIds[0]);
    if (given.length !== 1 || optionIds.length !== 1 || !option) {
      fields[questionId] = 'Please choose one answer';
      continue;
    }
    chosenOptions[questionId] = option.optionId;
    points += option.points;
  }
  return Object.keys(fields).length > 0 ? refuse(fields) : allow({ chosenOptions, points });
}
