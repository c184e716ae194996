import { type Html, html, inline, joined } from '../platform/http/html.ts';
import { problemKinds } from '../platform/http/problem.ts';
import { framed } from './page-frame.ts';
import { type Endpoint, endpointsOf, type ReferenceDocument, refusalsOf } from './reference-document.ts';
import { breakable, fieldTable, schemaLink } from './reference-fields.ts';
import { codeBlock, methodBadge, operationSection } from './reference-operation.ts';

interface Group {
  name: string;
  description: string;
  endpoints: Endpoint[];
}

/** The API reference as one page, generated from the OpenAPI document. */
export function referencePage(document: ReferenceDocument): string {
  const endpoints = endpointsOf(document);
  const groups = document.tags
    .map((tag) => ({ ...tag, endpoints: endpoints.filter(({ tags }) => tags[0] === tag.name) }))
    .filter((group) => group.endpoints.length > 0);
  const { info } = document;
  return framed({
    title: `${info.title} API reference`,
    description: info.summary,
    kind: 'reference',
    styles: ['/pages/reference.css'],
    header: html`<nav aria-label="Shortcuts"><a class="to-contents" href="#page-contents">Contents</a><a href="/api/openapi.json">OpenAPI</a></nav>`,
    content: html`<div class="columns">
${contents(groups, Object.keys(document.components.schemas))}
<main id="main-content" tabindex="-1">
<h1>${info.title} API</h1>
<p class="lead prose">${inline(info.summary)} Version ${info.version}.</p>
<p class="prose">${inline(info.description)}</p>
${gettingStarted(endpoints)}
${groups.map((group) => groupSection(group, document))}
${shapes(document)}
${problems(endpoints)}
</main>
</div>`,
  }).markup;
}

function contents(groups: Group[], schemas: string[]): Html {
  return html`<nav class="contents" id="page-contents" aria-label="Contents" tabindex="-1">
<ul>
<li><a href="#getting-started">Getting started</a></li>
${groups.map(
  ({ name, endpoints }) => html`<li><a href="#tag-${name}">${titled(name)}</a>
<ul>${endpoints.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`)}</ul></li>
`,
)}
<li><a href="#data-shapes">Data shapes</a>
<ul>${schemas.map((name) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul></li>
<li><a href="#problem-codes">Problem codes</a></li>
</ul>
</nav>`;
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function gettingStarted(endpoints: Endpoint[]): Html {
  const login = endpoints.find(({ operationId }) => operationId === 'login');
  const body = JSON.stringify(login?.requestBody?.content['application/json']?.example ?? {});
  const signIn = `SWATH=http://localhost:8080
TOKEN=$(curl -s "$SWATH/api/auth/login" \\
  -H 'Content-Type: application/json' \\
  -d '${body}' \\
  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`;
  return html`<section id="getting-started" aria-labelledby="getting-started-title">
<h2 id="getting-started-title">Getting started</h2>
<ol class="steps">
<li>Sign in with your own e-mail address or phone number, and keep the token of the answer. Put the address of your service first.
${codeBlock('Sign in and keep the token', 'Sign in', signIn)}</li>
<li>Send the token with every call. Every example on this page is ready to paste after the lines above.
${codeBlock('Ask who is signed in', 'Call', 'curl "$SWATH/api/auth/me" -H "Authorization: Bearer $TOKEN"')}</li>
<li>When a call is refused, read <code>detail</code>, and let your program decide by <code>code</code>: see the <a href="#problem-codes">problem codes</a>.</li>
</ol>
<p class="prose">To try the operations by hand, import <a href="/api/docs/postman.json">all of them as a collection</a> into Postman or Bruno.</p>
<p class="prose">Paths answer with and without the slash at their end. Dates are on the company’s calendar, times of the clock are its own, timestamps are in UTC.</p>
</section>
`;
}

function groupSection({ name, description, endpoints }: Group, document: ReferenceDocument): Html {
  return html`<section class="group" id="tag-${name}" aria-labelledby="tag-${name}-title">
<h2 id="tag-${name}-title">${titled(name)}</h2>
<p>${inline(description)}</p>
<ul class="overview">${endpoints.map(({ operationId, summary, method }) => html`<li>${methodBadge(method)} <a href="#${operationId}">${summary}</a></li>`)}</ul>
${endpoints.map((endpoint) => operationSection(endpoint, document))}
</section>
`;
}

function shapes(document: ReferenceDocument): Html {
  return html`<section class="group" id="data-shapes" aria-labelledby="data-shapes-title">
<h2 id="data-shapes-title">Data shapes</h2>
<p>The objects that go in and out, by name.</p>
<ul class="names">${Object.keys(document.components.schemas).map((name) => html`<li>${schemaLink(name)}</li>`)}</ul>
${Object.entries(document.components.schemas).map(
  ([name, schema]) => html`<section class="shape" id="schema-${name}" aria-labelledby="schema-${name}-title">
<h3 id="schema-${name}-title"><a href="#schema-${name}">${name}</a></h3>
${schema.description === undefined ? undefined : html`<p>${inline(schema.description)}</p>`}
${fieldTable(schema, `Fields of ${name}`, 'mark-optional')}
</section>
`,
)}
</section>
`;
}

const maxListedOperations = 5;

function problems(endpoints: Endpoint[]): Html {
  const answeredBy = operationsByCode(endpoints);
  return html`<section class="group" id="problem-codes" aria-labelledby="problem-codes-title">
<h2 id="problem-codes-title">Problem codes</h2>
<p class="prose">Every refusal is a ${schemaLink('Problem')}. Its <code>type</code> points to a row of this table, and its <code>detail</code> says what happened this time.</p>
<table class="problems"><caption>Every problem code</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">What it means</th></tr></thead>
<tbody>${Object.entries(problemKinds).map(
    ([code, { status, title }]) =>
      html`<tr id="${code}"><th scope="row"><code>${breakable(code)}</code></th><td>${status}</td><td>${title}.${operationLinks(answeredBy.get(code) ?? [])}</td></tr>
`,
  )}</tbody></table>
</section>`;
}

function operationsByCode(endpoints: Endpoint[]): Map<string, Endpoint[]> {
  const operations = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints)
    for (const code of new Set(refusalsOf(endpoint).flatMap(({ codes }) => codes)))
      operations.set(code, [...(operations.get(code) ?? []), endpoint]);
  return operations;
}

function operationLinks(operations: Endpoint[]): Html | undefined {
  if (operations.length === 0 || operations.length > maxListedOperations) return undefined;
  const links = operations.map(({ operationId, summary }) => html`<a href="#${operationId}">${summary}</a>`);
  return html` <span class="note own-line">From: ${joined(links, ', ')}.</span>`;
}
