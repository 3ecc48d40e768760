import { type FormCode, forms } from './columns.ts';
import { questionnaire } from './questionnaire.ts';
import { regionName } from './regions.ts';

export type Answered = { question: string; answer: string };

/** What somebody entered into a form, as a person reads it. */
export function formInWords(cerCode: number, values: Record<string, unknown>): Answered[] {
  const columns = forms[cerCode as FormCode];
  return columns.flatMap(({ columnCode, label, group, type, options }) => {
    const value = values[columnCode];
    if (value === undefined || value === '') return [];
    const chosen = options?.find((option) => option.value === value)?.label;
    const shown = type === 'region' ? regionName(Number(value)) : chosen;
    const isRepeated = columns.some((other) => other.label === label && other.columnCode !== columnCode);
    return [{ question: isRepeated ? `${group}: ${label}` : label, answer: shown ?? String(value) }];
  });
}

/** The questions somebody answered, and what they chose. */
export function answersInWords(chosen: Record<string, unknown>): Answered[] {
  return questionnaire.questions.flatMap(({ questionId, text, options }) => {
    const option = options.find(({ optionId }) => optionId === chosen[questionId]);
    return option ? [{ question: text, answer: option.text }] : [];
  });
}
