import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatDayCount } from '@thumba/lending/day';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { declineReasonsOfStaff } from '../../credit/application/decline-reasons.ts';
import { escaped } from '../../platform/api-page/html-text.ts';
import type { PictureName, ReviewedApplication } from '../application/read-review.ts';
import { findingTitles, reviewTitle, stateTitles, titleOfField } from '../application/review-words.ts';
import { accountPart, comparedPart } from './compared-part.ts';
import { decisionPart } from './decision-part.ts';
import { facePart } from './face-part.ts';
import { listsPart, othersPart } from './others-part.ts';
import { closedPart, listOf, part, type Row, tableOf, textOf } from './page-parts.ts';
import { summaryPart } from './summary-part.ts';

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

/** The face stands beside the front of the card, because a person compares the two. */
const FIGURE_TITLES: Readonly<Record<PictureName, string>> = {
  front: 'Front of the card',
  face: 'Face',
  back: 'Back of the card',
};

/** The whole page. It has no script: the pictures grow by a checkbox. */
export function reviewPage({ application, endsAt, refusal }: ShownReview): string {
  const { loan, facts, appliedAt, personal } = application;
  const name = facts.identity ? `${facts.identity.firstName} ${facts.identity.lastName}` : 'no identity';
  const answers = personal.map(({ question, answer }) => ({ title: question, value: answer }));
  return pageOf(
    `Order ${loan.loanId}`,
    `<header>
<h1>Order ${loan.loanId}: ${escaped(formatKwacha(loan.terms.principalNgwee))} for ${escaped(formatDayCount(loan.terms.termDays))}</h1>
<p>${escaped(name)}, borrower ${loan.borrowerId}, applied ${escaped(textOf(appliedAt))}. This page works until ${escaped(textOf(endsAt))}.</p>
</header>
<main>
${refusal === undefined ? '' : `<p class="refusal" role="alert">${escaped(refusal)}</p>`}
<div class="evidence">
${findingPart(application)}
${picturesPart(application)}
${comparedPart(application)}
${accountPart(application)}
${facePart(application)}
${listsPart(application)}
${othersPart(application)}
${historyPart(application)}
${closedPart('About the borrower', tableOf(answers))}
${scorecardPart(application)}
</div>
${decisionPart(application.shown)}
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

function picturesPart({ pictures }: ReviewedApplication): string {
  const figures = (Object.keys(FIGURE_TITLES) as PictureName[]).map((name) => {
    const title = FIGURE_TITLES[name];
    const fileId = pictures[name];
    const picture =
      fileId === null
        ? '<p class="missing">There is none.</p>'
        : `<input type="checkbox" id="zoom-${name}"><label for="zoom-${name}">Larger: ${title.toLowerCase()}</label>
<div class="frame" tabindex="0" role="group" aria-label="${title}"><img src="picture/${encodeURIComponent(fileId)}" alt="${title}"></div>`;
    return `<figure><figcaption>${title}</figcaption>${picture}</figure>`;
  });
  return `<section><h2>Pictures</h2><div class="pictures">${figures.join('\n')}</div></section>`;
}

function findingPart(application: ReviewedApplication): string {
  const { finding, facts, reviews } = application;
  const last = reviews.at(-1);
  const lines = finding.reasons.map((reason) => findingTitles[reason]);
  const otherwise =
    last?.outcome === 'another_look'
      ? 'The rules had no doubt. The borrower asked for another look.'
      : 'The rules had no doubt.';
  return part(
    'Why it waits',
    [
      listOf(lines, otherwise),
      facts.isBlocked ? '<p class="mark">The borrower is blocked.</p>' : '',
      last?.outcome === 'another_look' || last?.outcome === 'send_back'
        ? `<p class="mark">Last: ${escaped(reviewTitle(last))}.</p>`
        : '',
      summaryPart(application),
    ].join(''),
  );
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
  return closedPart(`Scorecard: ${points} points`, tableOf(rows));
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
