import { FACE_RULES } from '@thumba/identity/face-verdict';
import type { CountedFaceCheck, FaceCheck, OtherFaceCheck } from '../application/read-face-checks.ts';
import type { ReviewedApplication } from '../application/read-review.ts';
import { titleOfField } from '../application/review-words.ts';
import { whyNot } from '../application/uncounted-check.ts';
import { closedPart, listOf, part, percentOf, type Row, tableOf, textOf } from './page-parts.ts';

const UNCHECKED = 'No check counts for these pictures of the card.';

/** The outcome in a few words. */
export function faceInShort({ faceChecks: { counted } }: ReviewedApplication): string {
  if (!counted) return 'not checked';
  const { similarity } = measuresOf(counted.measures);
  return `${OUTCOMES[counted.outcome]}${similarity === null ? '' : `, ${percentOf(similarity)} alike`}`;
}

/** The check that counts, and below it the others. A doubt counts also where the card was photographed again. */
export function facePart({ faceChecks: { counted, others } }: ReviewedApplication): string {
  const lines = others.map((check) => otherText(check, counted));
  return (
    part('Face', counted ? countedText(counted) : `<p>${UNCHECKED}</p>`, 'face') +
    (lines.length === 0 ? '' : closedPart('Other checks of the face', listOf(lines, '')))
  );
}

const OF_OTHER_CARD: Row = {
  title: 'Card',
  value: 'not the picture above: the check was made with an earlier one',
  isMarked: true,
};

function countedText(check: CountedFaceCheck): string {
  const measures = measuresOf(check.measures);
  const rows: Row[] = [
    { title: 'Outcome', value: outcomeText(check), isMarked: check.outcome !== 'pass' },
    { title: 'Checked', value: textOf(check.checked_at) },
    { title: 'Face and portrait', value: similarityText(measures.similarity) },
    ...(check.is_of_other_card ? [OF_OTHER_CARD] : []),
  ];
  const measured = measuredRows(measures);
  return `${tableOf(rows)}${measured.length === 0 ? '' : `<details><summary>What was measured in each picture</summary>${tableOf(measured)}</details>`}`;
}

function otherText(check: OtherFaceCheck, counted: CountedFaceCheck | undefined): string {
  return `${textOf(check.checked_at)}: ${outcomeText(check)} (${whyNot(check, counted)})`;
}

const OUTCOMES: Readonly<Record<FaceCheck['outcome'], string>> = {
  pass: 'passed',
  again: 'asked to take the pictures again',
  refer: 'a person decides',
};

function outcomeText({ outcome, reason, is_still: isStill }: FaceCheck): string {
  const why = reason === null ? '' : `: ${titleOfField(reason).toLowerCase()}`;
  return `${OUTCOMES[outcome]}${why}${isStill ? ', one picture without movements' : ''}`;
}

function similarityText(similarity: number | null): string {
  if (similarity === null) return 'not compared';
  return `${percentOf(similarity)} alike (matches from ${percentOf(FACE_RULES.matchFrom)}, in doubt from ${percentOf(FACE_RULES.doubtFrom)})`;
}

type Measures = { similarity: number | null; pictures: [title: string, measured: object][] };

/** What was kept of a check, by the rules of its time. What is not known of it is left out. */
function measuresOf(kept: unknown): Measures {
  const { similarity, frames, ...pictures } = (isObject(kept) ? kept : {}) as Record<string, unknown>;
  const ofFrames = Object.entries(isObject(frames) ? frames : {}).flatMap(([gesture, taken]) =>
    (Array.isArray(taken) ? taken : []).map((one, index) => [`${titleOfField(gesture)} ${index + 1}`, one]),
  );
  const ofPictures = Object.entries(pictures).map(([name, one]) => [titleOfField(name), one]);
  const all = [...ofPictures, ...ofFrames] as [string, unknown][];
  return {
    similarity: typeof similarity === 'number' ? similarity : null,
    pictures: all.filter((one): one is [string, object] => isObject(one[1])),
  };
}

function measuredRows({ pictures }: Measures): Row[] {
  return pictures.map(([title, { faces, ...numbers }]: [string, { faces?: unknown }]) => {
    const seen = Array.isArray(faces) ? faces : [];
    const each = seen.map((face) => `(${numbersIn(face).join(', ')})`);
    const count = seen.length === 1 ? '1 face' : `${seen.length} faces`;
    return { title, value: [[count, ...each].join(' '), ...numbersIn(numbers)].join('; ') };
  });
}

/** Each number with its name, as “width share 0.42”. */
function numbersIn(measured: unknown): string[] {
  if (!isObject(measured)) return [];
  return Object.entries(measured).flatMap(([name, value]) => {
    const title = titleOfField(name).toLowerCase();
    if (typeof value === 'number') return [`${title} ${value}`];
    return numbersIn(value).map((one) => `${title} ${one}`);
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
