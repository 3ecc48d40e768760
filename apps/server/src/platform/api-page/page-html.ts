import { type ApiPlace, firstSteps } from './first-steps.ts';
import { codes, escaped } from './html-text.ts';
import { type Schema, type SchemaRow, schemaRows, typeText } from './schema-rows.ts';

type Parameter = { $ref?: string; name?: string; in?: string; required?: boolean; schema?: Schema };
type Operation = {
  operationId: string;
  summary: string;
  tags: [string];
  security?: unknown;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: { 200: { content: { 'application/json': { schema: { oneOf: [Schema, Schema] } } } } };
};
/** What the page reads of the OpenAPI document. */
export type ApiDocument = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const IDEMPOTENCY = '#/components/parameters/Idempotency-Key';

/** The whole page. It is made once, and can be read without its script. */
export function apiPage(document: ApiDocument, place: ApiPlace): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    id: idOf(name),
    name,
    description,
    calls: operations.filter((operation) => operation.tags.includes(name)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>API, Thumba</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/page.css">
<script type="module" src="/docs/page.js"></script>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><div>${MARK}<p class="brand">Thumba</p><nav aria-label="Pages"><a href="/docs/json">OpenAPI 3.1 (JSON)</a></nav></div></header>
<div class="columns">
<nav class="contents" aria-label="Contents"><ol>
<li><a href="#first-steps">First steps</a></li>
${groups.map(({ id, name, calls }) => `<li><a href="#${id}">${escaped(name)}</a> <span>${calls.length}</span></li>`).join('\n')}
</ol></nav>
<main>
<h1>The API of the borrower app</h1>
<p class="lead">${codes(document.info.description)}</p>
${firstSteps(place)}
<div id="calls">
${groups
  .map(
    ({ id, name, description, calls }) => `<section class="group" aria-labelledby="${id}">
<h2 id="${id}">${escaped(name)}</h2>
<p>${escaped(description)}</p>
${calls.map((call) => callSection(call, document.components.schemas)).join('\n')}
</section>`,
  )
  .join('\n')}
</div>
</main>
</div>
</body>
</html>
`;
}

function callSection(
  call: Operation & { path: string; method: string },
  shared: Record<string, Schema>,
): string {
  const { operationId, method, path, summary } = call;
  const needs = [
    call.security ? 'token' : 'no token',
    ...(call.parameters.some(({ $ref }) => $ref === IDEMPOTENCY) ? ['Idempotency-Key'] : []),
  ];
  const body = call.requestBody?.content['application/json'].schema;
  const [answer, refusal] = call.responses[200].content['application/json'].schema.oneOf;
  const data = answer.properties?.data ?? {};
  return `<article id="${operationId}">
<h3><a href="#${operationId}">${escaped(summary)}</a></h3>
<p class="address"><b class="${method.toLowerCase()}">${method}</b> <code>${escaped(path)}</code></p>
<p class="needs">${needs.map((need) => `<span>${need}</span>`).join(' ')} <code>${operationId}</code></p>
${table('In the address', parameterRows(call.parameters, shared))}
${body ? table('Body', schemaRows(body, shared)) : ''}
${answerTable(data, shared)}
<p class="refusals">Refusals: ${(refusal.properties?.code?.enum ?? []).join(', ')}</p>
</article>`;
}

function parameterRows(parameters: readonly Parameter[], shared: Record<string, Schema>): SchemaRow[] {
  return parameters.flatMap(({ name, required = false, schema = {} }) =>
    name === undefined
      ? []
      : [{ name, isRequired: required, type: typeText(schema, shared), about: schema.description ?? '' }],
  );
}

function answerTable(data: Schema, shared: Record<string, Schema>): string {
  const rows = schemaRows(data, shared);
  if (rows.length > 0) return table('Answer, in <code>data</code>', rows);
  const type = typeText(data, shared);
  return `<p class="refusals">Answer: <code>data</code> is ${type === 'null' ? 'null' : escaped(type)}</p>`;
}

function table(title: string, rows: readonly SchemaRow[]): string {
  if (rows.length === 0) return '';
  return `<table><caption>${title}</caption><tbody>
${rows
  .map(
    ({ name, type, isRequired, about }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code>${isRequired ? '' : '<span>optional</span>'}</th><td>${escaped(type)}${about ? `<br><span>${codes(about)}</span>` : ''}</td></tr>`,
  )
  .join('\n')}
</tbody></table>`;
}

function idOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '-');
}

const MARK =
  '<svg viewBox="0 0 30 30" aria-hidden="true"><rect width="30" height="30" rx="8" fill="#b8561a"/><path d="M11.5 11V9.6a3.5 3.5 0 0 1 7 0V11" fill="none" stroke="#fff" stroke-width="1.8"/><rect x="8" y="10.6" width="14" height="12.4" rx="2.6" fill="#fff"/></svg>';
