import type { GoogleAccount } from './google-accounts.ts';

/** The parameters of an app's request. Every form of the window sends them on. */
type AccountRequest = { redirect_uri: string } & Record<string, string>;

export function chooserPage(wanted: AccountRequest, accounts: readonly GoogleAccount[]): string {
  const choices = accounts.map(
    ({ email, fullName }) =>
      `<li><button name="email" value="${escaped(email)}"><b>${escaped(fullName)}</b><span>${escaped(email)}</span></button></li>`,
  );
  return page(
    'Choose an account',
    `<p>to continue to <b>${escaped(new URL(wanted.redirect_uri).host)}</b></p>
<form method="post">
${hidden(wanted)}
<ul>
${choices.join('\n')}
</ul>
</form>
<form method="post">
${hidden(wanted)}
<label for="email">Or use another account</label>
<input id="email" name="email" type="email" required maxlength="200" autocomplete="email" placeholder="name@example.com">
<button class="next">Next</button>
</form>
<form method="post">
${hidden(wanted)}
<button class="cancel" name="action" value="cancel">Cancel</button>
</form>`,
  );
}

export function refusalPage(): string {
  return page('This request is not valid', '<p>The app did not ask as it should. Go back and try again.</p>');
}

export const styleSheet = `body { max-width: 28rem; margin: 0 auto; padding: 2rem 1.25rem; font: 1rem/1.5 system-ui, sans-serif; color: #1f1f1f; background: #fff; }
h1 { font-size: 1.5rem; line-height: 1.3; }
.demo { color: #5f6368; }
ul { margin: 1rem 0; padding: 0; list-style: none; }
button { box-sizing: border-box; min-height: 3rem; font: inherit; cursor: pointer; }
li button { display: grid; width: 100%; padding: .6rem .25rem; border: 0; border-bottom: 1px solid #dadce0; background: none; text-align: left; color: inherit; }
li button:hover { background: #f1f3f4; }
li span { color: #5f6368; overflow-wrap: anywhere; }
label { display: block; margin-top: 1.5rem; }
input { box-sizing: border-box; width: 100%; min-height: 3rem; margin: .5rem 0; padding: 0 .75rem; border: 1px solid #747775; border-radius: .5rem; font: inherit; }
.next { width: 100%; border: 0; border-radius: 1.5rem; background: #0b57d0; color: #fff; }
.cancel { width: 100%; margin-top: .75rem; border: 0; background: none; color: #0b57d0; }
`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · simulated Google</title>
<link rel="stylesheet" href="page.css">
</head>
<body>
<main>
<p class="demo">Simulated Google, for this demo only</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

function hidden(wanted: AccountRequest): string {
  return Object.entries(wanted)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('\n');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}
