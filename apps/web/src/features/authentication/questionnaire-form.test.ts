import { expect, test } from 'vitest';
import { NO_REPLY, type Question, replyMessage, sentAnswers, toggleOption } from './questionnaire-form.ts';

const question = (questionId: number, type: Question['type'], required = true): Question => ({
  questionId,
  text: `Question ${questionId}`,
  type,
  required,
});

test('a required question asks for its answer', () => {
  expect(replyMessage(question(1, 'single'), NO_REPLY)).toBe('Please choose an answer');
  expect(replyMessage(question(1, 'text'), { optionIds: [], text: '  ' })).toBe('Please answer the question');
  expect(replyMessage(question(1, 'single'), { optionIds: [4], text: '' })).toBeUndefined();
});

test('a question that may be left out lets one go on', () => {
  expect(replyMessage(question(1, 'multiple', false), NO_REPLY)).toBeUndefined();
  expect(replyMessage(question(1, 'number', false), NO_REPLY)).toBeUndefined();
});

test('a number is a number', () => {
  expect(replyMessage(question(1, 'number'), { optionIds: [], text: 'three' })).toBe('Please enter a number');
  expect(replyMessage(question(1, 'number'), { optionIds: [], text: '3' })).toBeUndefined();
});

test('an option is chosen by one tap and left by the next', () => {
  const once = toggleOption(NO_REPLY, 4);
  expect(toggleOption(once, 5).optionIds).toEqual([4, 5]);
  expect(toggleOption(once, 4).optionIds).toEqual([]);
});

test('answers are sent by the kind of their question, without those left out', () => {
  const questions = [
    question(1, 'single'),
    question(2, 'multiple'),
    question(3, 'number'),
    question(4, 'text'),
  ];
  const replies = {
    1: { optionIds: [11], text: '' },
    2: { optionIds: [], text: '' },
    3: { optionIds: [], text: ' 3 ' },
    4: { optionIds: [], text: 'Maize' },
  };
  expect(sentAnswers(questions, replies)).toEqual([
    { questionId: 1, optionIds: [11] },
    { questionId: 3, value: 3 },
    { questionId: 4, value: 'Maize' },
  ]);
});
