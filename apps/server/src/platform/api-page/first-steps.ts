import { escaped } from './html-text.ts';

export type ApiPlace = {
  tenant: string;
  publicUrl: string /** The program of step 4. */;
  signedCall: string;
};

const FIRST_CALL = '/api/api/v4/product/public';

/** From a call that works at once to a call with a token. */
export function firstSteps({ tenant, publicUrl, signedCall }: ApiPlace): string {
  const url = (path: string) => new URL(path, publicUrl).href;
  return `<section id="first-steps" aria-labelledby="first-steps-title">
<h2 id="first-steps-title">First steps</h2>
<h3>1. A call without a token</h3>
<p>Every call names the lender in the header <code>X-TenantID</code>. This one lists the loans on offer:</p>
${sample(`curl -H 'X-TenantID: ${tenant}' ${url(FIRST_CALL)}`)}
<p class="try" hidden><button type="button" data-path="${FIRST_CALL}" data-tenant="${escaped(tenant)}">Try it here</button> <span role="status"></span></p>
<pre class="answer" hidden tabindex="0" aria-label="The answer of the server"></pre>
<h3>2. The answer</h3>
<p>The HTTP status is 200 for every answer of a call. The outcome is in <code>code</code>: 200 is success, and <code>data</code> has the result. With any other code, <code>msg</code> is a sentence for the borrower. At a 400, <code>data.fields</code> has one sentence for each wrong field.</p>
<h3>3. Sign in</h3>
<p>Ask for a code, read it on the phone (in a demo: on <a href="/sim">the handset</a>), and exchange it for a token:</p>
${sample(`curl -X POST -H 'X-TenantID: ${tenant}' -H 'content-type: application/json' -d '{}' \\
  ${url('/api/authentication/sendSmsCode/0971234567/1')}
curl -X POST -H 'X-TenantID: ${tenant}' -H 'content-type: application/json' \\
  -d '{"mobile":"0971234567","captcha":"1234"}' ${url('/api/authentication/mobileLogin')}`)}
<h3>4. A call with a token</h3>
<p>Beside the token such a call has four headers. <code>uid</code> is any id of the caller. <code>nonce</code> is six characters, new for each call. <code>timestamp</code> is the time in milliseconds. <code>sign</code> is the MD5 of the three, one after the other, in hex. The same call cannot be sent twice, and its time may differ from ours by ten minutes at most. A program for Node:</p>
${sample(signedCall.replace('http://localhost:8080/', url('/')).replace('tenant_26', tenant), 'signed-call')}
<h3>5. A call that moves money</h3>
<p>Send an <code>Idempotency-Key</code> of your own with it, one for each wish. If the answer is lost, send the same call with the same key: it is carried out once, and you get the first answer again.</p>
</section>`;
}

function sample(text: string, id?: string): string {
  return `<pre${id ? ` id="${id}"` : ''} tabindex="0"><code>${escaped(text.trim())}</code></pre>`;
}
