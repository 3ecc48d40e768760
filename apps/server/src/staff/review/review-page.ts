import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cardDifferences } from '@thumba/identity/card-agreement';
import { formatDayCount } from '@thumba/lending/day';
import { describeReason } from '@thumba/lending/decision';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { declineReasonsOfStaff } from '../../credit/application/decline-reasons.ts';
import { believed } from '../../people/card/card-readings.ts';
import { escaped } from '../../platform/api-page/html-text.ts';
import { instantText } from '../../platform/date-text.ts';
import type { PictureName, ReviewedApplication } from './read-review.ts';
import {
  duplicateTitles,
  findingTitles,
  pictureTitles,
  reviewTitle,
  stateTitles,
  titleOfField,
} from './review-words.ts';

// The last page arrives as the server ends, so a page brings its style along.
const STYLE = readFileSync(path.join(import.meta.dirname, 'review-page.css'), 'utf8');

/** What the policy of the page allows: its own style, pictures and form, and no script. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What one page shows: the application, until when it may be used, and why the last try did nothing. */
export type ShownReview = { application: ReviewedApplication; endsAt: Date; refusal: string | undefined };

/** A row of a list: a title and what stands beside it, as it is; the second is marked where it needs attention. */
type Row = { title: string; value: string; isMarked?: boolean };

const PICTURE_TITLES: Readonly<Record<PictureName, string>> = {
  front: 'Front of the card',
  back: 'Back of the card',
  face: 'Face',
};

/** The whole page. It has no script: the pictures grow by a checkbox. */
export function reviewPage({ application, endsAt, refusal }: ShownReview): string {
  const { loan, facts, appliedAt } = application;
  const name = facts.identity ? `${facts.identity.firstName} ${facts.identity.lastName}` : 'no identity';
  return pageOf(
    `Order ${loan.loanId}`,
    `<header>
<h1>Order ${loan.loanId}: ${escaped(formatKwacha(loan.terms.principalNgwee))} for ${escaped(formatDayCount(loan.terms.termDays))}</h1>
<p>${escaped(name)}, borrower ${loan.borrowerId}, applied ${escaped(textOf(appliedAt))}. This page works until ${escaped(textOf(endsAt))}.</p>
</header>
<main>
${refusal === undefined ? '' : `<p class="refusal" role="alert">${escaped(refusal)}</p>`}
<div class="evidence">
${picturesPart(application)}
${findingPart(application)}
${comparedPart(application)}
${facePart(application)}
${duplicatesPart(application)}
${scorecardPart(application)}
${part('About the borrower', tableOf(application.personal.map(({ question, answer }) => ({ title: question, value: answer }))))}
${historyPart(application)}
</div>
${decisionPart()}
</main>`,
  );
}

/** A page with one sentence: what was done, or why nothing is shown. */
export function sentencePage(sentence: string): string {
  return pageOf('Review', `<main class="sentence"><h1>${escaped(sentence)}</h1></main>`);
}

function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body>
${body}
</body>
</html>
`;
}

function part(title: string, content: string): string {
  return `<section><h2>${escaped(title)}</h2>\n${content}\n</section>`;
}

function tableOf(rows: readonly Row[]): string {
  if (rows.length === 0) return '<p>There is nothing.</p>';
  const lines = rows.map(
    ({ title, value, isMarked }) =>
      `<tr${isMarked ? ' class="marked"' : ''}><th scope="row">${escaped(title)}</th><td>${escaped(value)}</td></tr>`,
  );
  return `<table>${lines.join('\n')}</table>`;
}

function listOf(lines: readonly string[], otherwise: string): string {
  if (lines.length === 0) return `<p>${escaped(otherwise)}</p>`;
  return `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('\n')}</ul>`;
}

function picturesPart({ pictures }: ReviewedApplication): string {
  const figures = (Object.keys(PICTURE_TITLES) as PictureName[]).map((name) => {
    const title = PICTURE_TITLES[name];
    const picture =
      pictures[name] === null
        ? '<p class="missing">There is none.</p>'
        : `<input type="checkbox" id="zoom-${name}"><label for="zoom-${name}">Larger: ${title.toLowerCase()}</label>
<div class="frame" tabindex="0" role="group" aria-label="${title}"><img src="picture/${name}" alt="${title}"></div>`;
    return `<figure><figcaption>${title}</figcaption>${picture}</figure>`;
  });
  return `<section><h2>Pictures</h2><div class="pictures">${figures.join('\n')}</div></section>`;
}

function findingPart({ finding, facts, reviews }: ReviewedApplication): string {
  const wanted = reviews.at(-1)?.outcome === 'send_back' ? reviews.at(-1) : undefined;
  const lines = finding.reasons.map((reason) => findingTitles[reason]);
  return part(
    'Why it waits',
    [
      listOf(lines, 'The rules had no doubt. The borrower asked for another look.'),
      facts.isBlocked ? '<p class="mark">The borrower is blocked.</p>' : '',
      wanted ? `<p class="mark">It was ${escaped(reviewTitle(wanted))}.</p>` : '',
    ].join(''),
  );
}

/** What was read on the card beside what the borrower entered. The borrower's number has nothing to be compared with. */
function comparedPart({ facts, reading, pictures }: ReviewedApplication): string {
  const { identity, account } = facts;
  if (!identity) return part('On the card and entered', '<p>There is no identity.</p>');
  const differences = reading ? cardDifferences(identity, believed(reading)) : [];
  const lines = COMPARED.map(({ title, name, difference }) => {
    const read = reading?.fields[name];
    const isMarked = difference !== undefined && differences.includes(difference);
    return `<tr${isMarked ? ' class="marked"' : ''}><th scope="row">${title}</th><td>${readText(read)}</td><td>${escaped(name in identity ? identity[name as keyof typeof identity] : '')}${isMarked ? '<b> differs</b>' : ''}</td></tr>`;
  });
  const how = pictures.front === null ? 'There is no picture.' : 'The pictures were not read.';
  return part(
    'On the card and entered',
    `${reading ? `<p>The program found: ${escaped(titleOfField(reading.picture).toLowerCase())}.</p>` : `<p>${how}</p>`}
<table><thead><tr><th scope="col">Field</th><th scope="col">Read on the card</th><th scope="col">Entered</th></tr></thead><tbody>${lines.join('\n')}
<tr><th scope="row">Mobile-money account</th><td></td><td>${escaped(account?.mobile ?? 'none')}</td></tr></tbody></table>`,
  );
}

const COMPARED = [
  { title: 'Number', name: 'idNumber', difference: 'number' },
  { title: 'Last name', name: 'lastName', difference: 'name' },
  { title: 'First names', name: 'firstName', difference: 'name' },
  { title: 'Date of birth', name: 'birthDate', difference: 'birth_date' },
  { title: 'Sex', name: 'gender', difference: undefined },
  { title: 'District', name: 'district', difference: undefined },
  { title: 'Village', name: 'village', difference: undefined },
] as const;

function readText(read: { text: string; confidence: number } | undefined): string {
  if (!read) return '<small>not read</small>';
  return `${escaped(read.text)} <small>${Math.round(read.confidence * 100)} % sure</small>`;
}

function facePart({ faceCheck }: ReviewedApplication): string {
  if (!faceCheck) return part('Face', '<p>The face was not checked.</p>');
  const { outcome, reason, measures, isStill, checkedAt } = {
    ...faceCheck,
    isStill: faceCheck.is_still,
    checkedAt: faceCheck.checked_at,
  };
  const rows: Row[] = [
    {
      title: 'Outcome',
      value: reason === null ? outcome : `${outcome}: ${titleOfField(reason)}`,
      isMarked: outcome !== 'pass',
    },
    {
      title: 'Checked',
      value: `${textOf(checkedAt)}${isStill ? ', by a still picture without movement' : ''}`,
    },
  ];
  const measured = Object.entries(measures ?? {}).map(([name, value]) => ({
    title: titleOfField(name),
    value: typeof value === 'object' ? JSON.stringify(value) : String(value),
  }));
  return part(
    'Face',
    `${tableOf(rows)}<details><summary>Measurements, which are recorded and do not decide</summary>${tableOf(measured)}</details>`,
  );
}

function duplicatesPart({ duplicates, othersWithNumber }: ReviewedApplication): string {
  const found = duplicates.map(({ other_borrower_id, kind, similarity }) => {
    const how = similarity === null ? '' : ` (similarity ${similarity})`;
    return `Borrower ${other_borrower_id}: ${duplicateTitles[kind] ?? kind}${how}`;
  });
  const numbers = othersWithNumber.map(
    ({ borrowerId, isChecked }) =>
      `Borrower ${borrowerId}: the same number of an identity card${isChecked ? ', approved for them by a person' : ''}`,
  );
  const lines = [...new Set([...numbers, ...found])];
  const says =
    numbers.length === 0 ? '' : '<p>An approval says that the number belongs to this borrower alone.</p>';
  return part('Other borrowers', listOf(lines, 'No other borrower was found with the same data.') + says);
}

function scorecardPart({ finding }: ReviewedApplication): string {
  const { points, outcome, inputs } = finding;
  const rows: Row[] = [
    { title: 'Points', value: String(points) },
    { title: 'The rules said', value: outcome },
    ...Object.entries(inputs).map(([name, value]) => ({
      title: titleOfField(name),
      value: inputText(name, value),
    })),
  ];
  return part('Scorecard', tableOf(rows));
}

function inputText(name: string, value: unknown): string {
  if (value === null) return 'not known';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return name.endsWith('Ngwee') ? formatKwacha(value as Ngwee) : String(value);
}

function historyPart({ reviews, earlier }: ReviewedApplication): string {
  const done = reviews.map((review) => {
    const reason = review.reason_code === null ? '' : `, ${declineReasonsOfStaff[review.reason_code]?.title}`;
    const note = review.note === '' ? '' : `: ${review.note}`;
    return `${textOf(review.reviewed_at)}, ${review.actor}: ${reviewTitle(review)}${reason}${note}`;
  });
  const applied = earlier.map(
    ({ loan_id, applied_at, principal_ngwee, state, worst_days_late }) =>
      `Order ${loan_id} of ${textOf(applied_at)}: ${formatKwacha(principal_ngwee)}, ${stateTitles[state]}, at most ${formatDayCount(worst_days_late)} late`,
  );
  return (
    part('Reviews of this application', listOf(done, 'No person has reviewed it before.')) +
    part('Earlier applications', listOf(applied, 'This is the first application.'))
  );
}

function decisionPart(): string {
  const reasons = Object.entries(declineReasonsOfStaff).map(
    ([code, { title, told }], index) =>
      `<label class="choice"><input type="radio" name="reasonCode" value="${code}"${index === 0 ? ' required' : ''}><span>${escaped(title)}<small>The borrower reads: ${escaped(describeReason(told))}</small></span></label>`,
  );
  const pictures = Object.entries(pictureTitles).map(
    ([picture, title]) =>
      `<label class="choice"><input type="radio" name="picture" value="${picture}" required><span>${escaped(title)}</span></label>`,
  );
  return `<div class="decisions">
${decisionForm('approve', 'Approve', '')}
${decisionForm('send_back', 'Send back', `<fieldset><legend>The borrower takes again</legend>${pictures.join('\n')}</fieldset>`)}
${decisionForm('decline', 'Decline', `<fieldset><legend>Why</legend>${reasons.join('\n')}</fieldset>`)}
</div>`;
}

function decisionForm(outcome: string, title: string, fields: string): string {
  return `<form method="post" action="decision" class="${outcome}"><h2>${title}</h2>
<input type="hidden" name="outcome" value="${outcome}">${fields}
<label class="note" for="note-${outcome}">Note for staff</label>
<textarea id="note-${outcome}" name="note" required minlength="3" maxlength="200" rows="2"></textarea>
<button>${title}</button></form>`;
}

function textOf(instant: Date): string {
  return instantText(instant.toISOString());
}
