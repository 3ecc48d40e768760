import { describeReason } from '@thumba/lending/decision';
import { declineReasonsOfStaff } from '../../credit/application/decline-reasons.ts';
import type { Shown } from '../../credit/application/shown-to-staff.ts';
import { escaped } from '../../platform/api-page/html-text.ts';
import { pictureTitles } from '../application/review-words.ts';

/** What a person can do. Each form says what was shown, so that a decision on something else is refused. */
export function decisionPart(shown: Shown): string {
  const reasons = Object.entries(declineReasonsOfStaff).map(
    ([code, { title, told }], index) =>
      `<label class="choice"><input type="radio" name="reasonCode" value="${code}"${index === 0 ? ' required' : ''}><span>${escaped(title)}<small>The borrower reads: ${escaped(describeReason(told))}</small></span></label>`,
  );
  const pictures = Object.entries(pictureTitles).map(
    ([picture, title]) =>
      `<label class="choice"><input type="radio" name="picture" value="${picture}" required><span>${escaped(title)}</span></label>`,
  );
  const formOf = (outcome: string, title: string, fields: string) =>
    decisionForm({ outcome, title, fields, shown });
  return `<div class="decisions">
${formOf('approve', 'Approve', '')}
${formOf('send_back', 'Send back', `<fieldset><legend>The borrower takes again</legend>${pictures.join('\n')}</fieldset>`)}
${formOf('decline', 'Decline', `<fieldset><legend>Why</legend>${reasons.join('\n')}</fieldset>`)}
</div>`;
}

type DecisionForm = { outcome: string; title: string; fields: string; shown: Shown };

/** The form of an approval is open, and the others open when they are needed. */
function decisionForm({ outcome, title, fields, shown }: DecisionForm): string {
  return `<form method="post" action="decision" class="${outcome}"><details name="decision"${outcome === 'approve' ? ' open' : ''}><summary><h2>${title}</h2></summary>
<input type="hidden" name="outcome" value="${outcome}">
<input type="hidden" name="shown" value="${escaped(JSON.stringify(shown))}">${fields}
<label class="note" for="note-${outcome}">Note for staff</label>
<textarea id="note-${outcome}" name="note" required minlength="3" maxlength="200" rows="2"></textarea>
<button>${title}</button></details></form>`;
}
