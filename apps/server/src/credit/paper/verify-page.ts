import { createHash } from 'node:crypto';
import { formatKwacha } from '@thumba/lending/money';
import { languageTag } from '@thumba/words/catalogue';
import { dayText, instantText } from '../../platform/date-text.ts';
import { maskName } from '../../platform/sealing.ts';
import { borrowerOf } from './draw-paper.ts';
import { loanNumber } from './loan-number.ts';
import type { LenderAddress, PaperContent } from './paper-content.ts';
import { paperWords } from './paper-words.ts';
import type { IssuedPaper, PaperStanding } from './queries.ts';
import { statementLines } from './statement-lines.ts';
import { verifyWords as words } from './verify-words.ts';

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
  const { fact } = words;
  const warning = warningOf(paper);
  const [title, label] =
    warning === undefined ? [words.ours, words.genuine] : [words.noLonger, words.notValid];
  const facts: Fact[] = [
    [fact.paper, paperWords.title[content.kind]],
    [fact.lender, content.lender.name],
    [fact.loanNumber, loanNumber(content.loanId)],
    [fact.borrower, maskName(borrowerOf(content))],
    ...figuresOf(content),
    [fact.issuedOn, dayText(issuedOn)],
    [fact.writtenAt, instantText(issuedAt.toISOString())],
  ];
  return page(
    title,
    `<section>
<p class="word${warning === undefined ? '' : ' bad'}">${escaped(label)}</p>
<h1>${escaped(title)}</h1>
${warning === undefined ? '' : `<p>${escaped(warning)}</p>`}
<p class="code">${code}</p>
<p>${escaped(words.compare)}</p>
</section>
<section><h2>${escaped(words.says)}</h2><dl>
${facts.map(factRow).join('\n')}
</dl></section>
${helpOf(lender)}`,
  );
}

/** The page for a code that is not ours. It does not repeat the code. */
export function unknownPaperPage(lender: LenderAddress, hasLanguageInAddress: boolean): string {
  const { title, label, lookAgain, doNotTrust } = words.unknown;
  return page(
    title,
    `<section>
<p class="word bad">${escaped(label)}</p>
<h1>${escaped(title)}</h1>
<p>${escaped(lookAgain)}</p>
<p>${escaped(doNotTrust)}</p>
</section>
${formOf(hasLanguageInAddress)}
${helpOf(lender)}`,
  );
}

export function askCodePage(lender: LenderAddress, hasLanguageInAddress: boolean): string {
  const { title, about } = words.ask;
  return page(
    title,
    `<section><h1>${escaped(title)}</h1>
<p>${escaped(about)}</p></section>
${formOf(hasLanguageInAddress)}
${helpOf(lender)}`,
  );
}

export function endedDownloadPage(lender: LenderAddress): string {
  const { title, about } = words.ended;
  return page(
    title,
    `<section><h1>${escaped(title)}</h1>
<p>${escaped(about)}</p></section>
${helpOf(lender)}`,
  );
}

/** The names of the lines are those of the paper, so that each line can be found there. */
function figuresOf(content: PaperContent): Fact[] {
  const { fact } = words;
  const { receipt, statement, letter } = paperWords;
  switch (content.kind) {
    case 'contract':
      return [
        [fact.agreedOn, dayText(content.agreedOn)],
        [fact.youBorrow, formatKwacha(content.quote.principalNgwee)],
        [fact.youReceive, formatKwacha(content.quote.receivedNgwee)],
        [fact.youRepay, formatKwacha(content.quote.totalRepayNgwee)],
        [fact.wording, content.version],
        [fact.shownHash, content.shownHash],
      ];
    case 'receipt':
      return [
        [receipt.number, content.receiptNo],
        [receipt.received, formatKwacha(content.amountNgwee)],
        [fact.countsFor, dayText(content.on)],
        [receipt.owedAfter, formatKwacha(content.owedAfterNgwee)],
      ];
    case 'statement':
      return [
        [fact.loan, formatKwacha(content.principalNgwee)],
        [statement.lines, String(statementLines(content.movements).length)],
        [fact.owedOn(dayText(content.on)), formatKwacha(content.owedNgwee)],
      ];
    case 'paid_up_letter':
      return [
        [fact.loan, formatKwacha(content.principalNgwee)],
        [letter.paidOut, formatKwacha(content.receivedNgwee)],
        [letter.paidByBorrower, formatKwacha(content.paidNgwee)],
        ...(content.discountNgwee > 0
          ? [[letter.paidByCoupons, formatKwacha(content.discountNgwee)] as const]
          : []),
        [paperWords.owed, formatKwacha(0)],
        [letter.paidOffOn, dayText(content.closedOn)],
      ];
  }
}

/** Why a paper is not valid any more, where that has happened since it was issued. */
function warningOf({ content, takenBackOn, loanState }: IssuedPaper & PaperStanding): string | undefined {
  if (takenBackOn !== null) return words.takenBack(dayText(takenBackOn));
  const isPaidUp = loanState === 'settled' || loanState === 'recovered';
  return content.kind === 'paid_up_letter' && !isPaidUp ? words.owedAgain : undefined;
}

function factRow([label, value]: Fact): string {
  const isLong = value.length > MAX_SHORT_VALUE;
  return `<div><dt>${escaped(label)}</dt><dd${isLong ? ' class="long"' : ''}>${escaped(value)}</dd></div>`;
}

/** A language of the browser is not put into the next address, because the reader may send that to another person. */
function formOf(hasLanguageInAddress: boolean): string {
  const language = `<input type="hidden" name="lang" value="${escaped(languageTag())}">\n`;
  return `<section><form action="/verify" method="get">
${hasLanguageInAddress ? language : ''}<label for="code">${escaped(words.ask.code)}</label>
<input id="code" name="code" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="K7QM-2XWD-9RTP">
<button type="submit">${escaped(words.ask.check)}</button>
</form></section>`;
}

/** The phone number in a sentence that was escaped. */
const PHONE = new RegExp(`${escaped('<phone>')}(.*)${escaped('</phone>')}`);

function helpOf({ name, licence, phone, hours }: LenderAddress): string {
  const link = `<a href="tel:${escaped(phone.replace(/\s/g, ''))}">$1</a>`;
  const call = escaped(words.help.call(name, phone, hours)).replace(PHONE, link);
  return `<section><h2>${escaped(words.help.title)}</h2>
<p>${call}</p>
<p>${escaped(licence)}.</p></section>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="${escaped(languageTag())}">
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
