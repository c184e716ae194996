import { type Html, html, inline, joined } from '../platform/http/html.ts';
import { type Endpoint, type Media, type Parameter, type ReferenceDocument, refusalsOf, resolved } from './reference-document.ts';
import { breakable, fieldRow, fieldTable, table, typeOf } from './reference-fields.ts';

/** One operation: description and parameters on the left, examples on the right. */
export function operationSection(endpoint: Endpoint, document: ReferenceDocument): Html {
  const { operationId, summary, method, path } = endpoint;
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<div class="description">
<h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
<p class="address">${methodBadge(method)} <code>${breakable(path)}</code></p>
${description(endpoint)}
${parameters(endpoint, document)}
${body(endpoint, document)}
${answerFields(endpoint, document)}
${refusals(endpoint)}
</div>
<div class="shows">
${codeBlock(`Call ${operationId}`, 'Call', curlOf(endpoint))}
${example(endpoint)}
</div>
</section>
`;
}

export const methodBadge = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** Focusable and labelled, because a scrollable box must be accessible by keyboard. */
export function codeBlock(label: string, title: string, text: string): Html {
  return html`<div class="example"><p class="example-title" aria-hidden="true">${title}</p><pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre></div>`;
}

function description({ description, operationId }: Endpoint): Html {
  const paragraphs = description.split('\n\n');
  const who = paragraphs.pop() ?? '';
  return html`${paragraphs.map((text) => html`<p>${inline(text)}</p>`)}
<p class="who"><strong>Who may call it:</strong> ${inline(who)} <span class="note own-line">Operation <code>${operationId}</code></span></p>`;
}

function parameters({ parameters = [], operationId }: Endpoint, document: ReferenceDocument): Html | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.flatMap(({ name, in: place, required, schema, description }) => [
    fieldRow(name, `${place}, ${required ? 'required' : 'optional'}`, schema, description),
    // An object is sent as its members.
    ...Object.entries(resolved(schema, document).properties ?? {}).map(([member, property]) =>
      fieldRow(member, `${place}, of ${name}`, property, property.description),
    ),
  ]);
  return html`<h4>Parameters</h4>${table(`Parameters of ${operationId}`, 'Name', rows)}`;
}

function body({ requestBody, operationId }: Endpoint, document: ReferenceDocument): Html | undefined {
  const schema = jsonOf(requestBody?.content)?.schema;
  const types = Object.keys(requestBody?.content ?? {});
  if (schema === undefined) return types.length === 0 ? undefined : html`<h4>Body</h4><p>A file: ${types.join(', ')}.</p>`;
  return html`<h4>Body</h4><p>${typeOf(schema)}, as JSON.</p>${fieldTable(resolved(schema, document), `Body of ${operationId}`, 'mark-required')}`;
}

function answerFields({ responses, operationId }: Endpoint, document: ReferenceDocument): Html | undefined {
  const schema = jsonOf(responses['200']?.content)?.schema;
  if (schema === undefined) return undefined;
  return html`<h4>Answer</h4><p>200 with ${typeOf(schema)}.</p>
<details><summary>Fields of the answer</summary>${fieldTable(resolved(schema, document), `Answer of ${operationId}`, 'mark-optional')}</details>`;
}

function refusals(endpoint: Endpoint): Html {
  return html`<h4>Problems</h4><ul class="refusals">${refusalsOf(endpoint).map(
    ({ status, codes }) =>
      html`<li><span class="status">${status}</span> ${joined(
        codes.map((code) => html`<a href="#${code}"><code>${breakable(code)}</code></a>`),
        ' ',
      )}</li>`,
  )}</ul>`;
}

function example({ responses, operationId }: Endpoint): Html | undefined {
  const answer = jsonOf(responses['200']?.content)?.example;
  return answer === undefined ? undefined : codeBlock(`Answer of ${operationId}`, 'Answer', JSON.stringify(answer, null, 2));
}

const jsonOf = (content: Record<string, Media> | undefined): Media | undefined => content?.['application/json'];

/** A curl command that uses the shell variables SWATH, the address, and TOKEN. */
export function curlOf({ method, path, parameters = [], requestBody, security }: Endpoint): string {
  const bodyExample = jsonOf(requestBody?.content)?.example;
  const [fileType] = Object.keys(requestBody?.content ?? {}).filter((type) => type !== 'application/json');
  const defaultMethod = bodyExample === undefined && fileType === undefined ? 'GET' : 'POST';
  const words = [
    `curl ${method === defaultMethod ? '' : `-X ${method} `}"$SWATH${fillPath(path, parameters)}"`,
    security?.length === 0 ? undefined : '-H "Authorization: Bearer $TOKEN"',
    bodyExample === undefined ? undefined : `-H 'Content-Type: application/json'`,
    fileType === undefined ? undefined : `-H 'Content-Type: ${fileType}'`,
    fileType === undefined ? undefined : '--data-binary @FILE',
    bodyExample === undefined ? undefined : `-d ${shellQuoted(JSON.stringify(bodyExample, null, 2))}`,
  ];
  return words.filter((word) => word !== undefined).join(' \\\n  ');
}

function fillPath(path: string, parameters: Parameter[]): string {
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(parameters.find((parameter) => parameter.name === name)?.example));
  // `pageable` would repeat `page`, `size` and `sort`.
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'pageable' && parameter.example !== undefined)
    .flatMap(pairsOf);
  return query.length === 0 ? inPath : `${inPath}?${query.join('&')}`;
}

/** One pair per list value or object member. */
function pairsOf({ name, example }: Pick<Parameter, 'name' | 'example'>): string[] {
  if (Array.isArray(example)) return example.map((value) => `${name}=${encoded(value)}`);
  if (typeof example === 'object' && example !== null) {
    return Object.entries(example).flatMap(([member, value]) => pairsOf({ name: member, example: value }));
  }
  return [`${name}=${encoded(example)}`];
}

const encoded = (value: unknown): string => encodeURIComponent(String(value ?? '…')).replaceAll('%2C', ',');

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
