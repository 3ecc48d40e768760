import { createHash } from 'node:crypto';
import { formatKwacha } from '@thumba/lending/money';
import { dayText, instantText } from '../../platform/date-text.ts';
import { maskName } from '../../platform/sealing.ts';
import { type LenderAddress, PAPER_TITLES, type PaperContent } from './paper-content.ts';
import { loanNumber } from './paper-words.ts';
import type { IssuedPaper, PaperStanding } from './queries.ts';

const STYLE = `
*{box-sizing:border-box}
body{margin:0;background:#fbf9f5;color:#14201b;font:400 16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{background:#0e4a37;color:#fff}
header div,main{max-width:560px;margin:0 auto;padding:16px}
header div{display:flex;align-items:center;gap:10px;font-weight:700;font-size:18px}
svg{width:32px;height:32px;flex:none}
section{background:#fff;border-radius:18px;padding:18px 16px;margin:0 0 14px;box-shadow:0 8px 24px rgb(10 58 43/.08)}
h1{font-size:23px;line-height:1.25;margin:4px 0 14px}
h2{font-size:17px;margin:0 0 8px}
p{margin:0 0 10px}
p:last-child{margin-bottom:0}
.word{display:inline-block;margin:0 0 4px;padding:4px 12px;border-radius:99px;font-weight:600;font-size:14px;background:#eef5f1;color:#17713f}
.word.bad{background:#fcefed;color:#a8231b}
.code{font:700 19px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.04em;overflow-wrap:anywhere}
dl{margin:0}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 14px;padding:9px 0;border-top:1px solid #e7e1d7}
dl div:first-child{border-top:0;padding-top:0}
dt{color:#4c5a53}
dd{margin:0 0 0 auto;font-weight:600;text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
label{display:block;font-weight:600;margin-bottom:6px}
input{width:100%;min-height:48px;padding:0 14px;border:1px solid #66736c;border-radius:12px;background:#fff;color:inherit;font:inherit;text-transform:uppercase}
button{width:100%;min-height:48px;margin-top:12px;border:0;border-radius:99px;background:#0e4a37;color:#fff;font:inherit;font-weight:600}
:focus-visible{outline:3px solid #b8561a;outline-offset:2px}
dd.long{margin-left:0;text-align:left;font:400 14px/1.4 ui-monospace,Menlo,Consolas,monospace}
a{color:#13614a;white-space:nowrap}
`.trim();

/** The page loads nothing and runs no script. It has one style and may send one form to us. */
export const VERIFY_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A longer value is a hash. It is set from the left, so that it can be compared. */
const MAX_SHORT_VALUE = 60;

type Fact = readonly [label: string, value: string];

/** The page about a paper that is genuine. Of the borrower's name it shows the first letters only. */
export function paperPage(paper: IssuedPaper & PaperStanding, lender: LenderAddress): string {
  const { content, code, issuedOn, issuedAt } = paper;
  const warning = warningOf(paper);
  const facts: Fact[] = [
    ['Paper', PAPER_TITLES[content.kind]],
    ['Lender', content.lender.name],
    ['Loan number', loanNumber(content.loanId)],
    ['Borrower', maskName(content.borrowerName)],
    ...figuresOf(content),
    ['Issued on', dayText(issuedOn)],
    ['Written at', instantText(issuedAt.toISOString())],
  ];
  return page(
    warning === undefined ? 'This paper is ours' : 'This paper no longer counts',
    `<section>
<p class="word${warning === undefined ? '' : ' bad'}">${warning === undefined ? 'Genuine' : 'No longer valid'}</p>
<h1>${warning === undefined ? 'This paper is ours' : 'This paper no longer counts'}</h1>
${warning === undefined ? '' : `<p>${escaped(warning)}</p>`}
<p class="code">${code}</p>
<p>Compare every line with the paper in your hand. If one differs, the paper was changed.</p>
</section>
<section><h2>What it says</h2><dl>
${facts.map(factRow).join('\n')}
</dl></section>
${helpOf(lender)}`,
  );
}

/** The page for a code that is not ours. It does not repeat the code. */
export function unknownPaperPage(lender: LenderAddress): string {
  return page(
    'This code is not one of ours',
    `<section>
<p class="word bad">Not found</p>
<h1>This code is not one of ours</h1>
<p>Please look at the code again: it has twelve letters and digits, and never 0, O, 1 or I.</p>
<p>If a paper shows exactly this code, do not trust the paper and do not pay because of it. Tell us who gave it to you.</p>
</section>
${formOf()}
${helpOf(lender)}`,
  );
}

export function askCodePage(lender: LenderAddress): string {
  return page(
    'Check a paper',
    `<section><h1>Check a paper</h1>
<p>Each of our contracts, receipts, statements and paid-up letters has a code. Enter it to see what the paper must say.</p></section>
${formOf()}
${helpOf(lender)}`,
  );
}

export function endedDownloadPage(lender: LenderAddress): string {
  return page(
    'This download has ended',
    `<section><h1>This download has ended</h1>
<p>For your safety, a link to a paper works for ten minutes only. Please open the bill in the app and download the paper again.</p></section>
${helpOf(lender)}`,
  );
}

function figuresOf(content: PaperContent): Fact[] {
  switch (content.kind) {
    case 'contract':
      return [
        ['Agreed on', dayText(content.agreedOn)],
        ['Loan', formatKwacha(content.quote.principalNgwee)],
        ['Paid out to the borrower', formatKwacha(content.quote.receivedNgwee)],
        ['To repay', formatKwacha(content.quote.totalRepayNgwee)],
        ['Wording', content.version],
        ['SHA-256 of what was shown', content.shownHash],
      ];
    case 'receipt':
      return [
        ['Receipt number', content.receiptNo],
        ['Amount paid', formatKwacha(content.amountNgwee)],
        ['Counts for', dayText(content.on)],
        ['Owed after it', formatKwacha(content.owedAfterNgwee)],
      ];
    case 'statement':
      return [
        ['Loan', formatKwacha(content.principalNgwee)],
        ['Movements', String(content.movements.length)],
        [`Owed on ${dayText(content.on)}`, formatKwacha(content.owedNgwee)],
      ];
    case 'paid_up_letter':
      return [
        ['Loan', formatKwacha(content.principalNgwee)],
        ['Amount received', formatKwacha(content.receivedNgwee)],
        ['Amount paid', formatKwacha(content.paidNgwee)],
        [`Owed on ${dayText(content.closedOn)}`, formatKwacha(0)],
      ];
  }
}

/** Why a paper is not valid any more, where that has happened since it was issued. */
function warningOf({ content, takenBackOn, loanState }: IssuedPaper & PaperStanding): string | undefined {
  if (takenBackOn !== null) {
    return `The payment was taken back on ${dayText(takenBackOn)}. The receipt is ours, but it no longer counts.`;
  }
  const isPaidUp = loanState === 'settled' || loanState === 'recovered';
  if (content.kind === 'paid_up_letter' && !isPaidUp) {
    return 'A payment was taken back after this letter was written. It is ours, but something is owed on the loan again.';
  }
  return undefined;
}

function factRow([label, value]: Fact): string {
  const isLong = value.length > MAX_SHORT_VALUE;
  return `<div><dt>${escaped(label)}</dt><dd${isLong ? ' class="long"' : ''}>${escaped(value)}</dd></div>`;
}

function formOf(): string {
  return `<section><form action="/verify" method="get">
<label for="code">Code on the paper</label>
<input id="code" name="code" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="K7QM-2XWD-9RTP">
<button type="submit">Check</button>
</form></section>`;
}

function helpOf({ name, licence, phone, hours }: LenderAddress): string {
  return `<section><h2>Not sure?</h2>
<p>Call ${escaped(name)} on <a href="tel:${escaped(phone.replace(/\s/g, ''))}">${escaped(phone)}</a> (${escaped(hours)}).</p>
<p>${escaped(licence)}.</p></section>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}, Thumba</title>
<style>${STYLE}</style>
</head>
<body>
<header><div><svg viewBox="0 0 30 30" aria-hidden="true"><rect width="30" height="30" rx="8" fill="#b8561a"/><path d="M11.5 11V9.6a3.5 3.5 0 0 1 7 0V11" fill="none" stroke="#fff" stroke-width="1.8"/><rect x="8" y="10.6" width="14" height="12.4" rx="2.6" fill="#fff"/></svg>Thumba</div></header>
<main>
${body}
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
