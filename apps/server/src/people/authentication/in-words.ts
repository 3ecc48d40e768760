import { type FormCode, formColumns } from './columns.ts';
import { formWords } from './form-words.ts';
import { questionsEver } from './questionnaire.ts';
import { regionName } from './regions.ts';

export type Answered = { question: string; answer: string };

/** The values of a form with the labels of its fields and options. */
export function formInWords(cerCode: number, values: Record<string, unknown>): Answered[] {
  const columns = formColumns(cerCode as FormCode);
  return columns.flatMap(({ columnCode, label, group, type, options }) => {
    const value = values[columnCode];
    if (value === undefined || value === '') return [];
    const chosen = options?.find((option) => option.value === value)?.label;
    const shown = type === 'region' ? regionName(Number(value)) : chosen;
    const isRepeated = columns.some((other) => other.label === label && other.columnCode !== columnCode);
    return [
      {
        question: isRepeated ? formWords.inGroup(group ?? '', label) : label,
        answer: shown ?? String(value),
      },
    ];
  });
}

/** The answered questions with the texts of the chosen options. */
export function answersInWords(chosen: Record<string, unknown>): Answered[] {
  return questionsEver().flatMap(({ questionId, text, options }) => {
    const option = options.find(({ optionId }) => optionId === chosen[questionId]);
    return option ? [{ question: text, answer: option.text }] : [];
  });
}
