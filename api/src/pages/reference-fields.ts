import { type Html, html, inline, joined, type Piece } from '../platform/http/html.ts';
import { type Schema, schemaName } from './reference-document.ts';

interface Row {
  name: string;
  required: boolean;
  /** Name of the optional parent object. */
  within: string | undefined;
  schema: Schema;
}

/** Fields of an object, including nested unnamed objects: `session.id`, `errors[].path`. */
function rowsOf(schema: Schema, prefix = '', within?: string): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const required = schema.required?.includes(key) ?? false;
    return [{ name, required, within, schema: property }, ...insideOf(property, name, required ? within : key)];
  });
}

function insideOf(schema: Schema, name: string, within: string | undefined): Row[] {
  if (schema.items !== undefined) return insideOf(schema.items, `${name}[]`, within);
  return [schema, ...(schema.anyOf ?? [])].flatMap((option) => rowsOf(option, `${name}.`, within));
}

/** Requests mark required fields. Responses mark optional fields only, because nearly all are present. */
type Marking = 'mark-required' | 'mark-optional';

export function fieldTable(schema: Schema, caption: string, marking: Marking): Html {
  const rows = rowsOf(schema);
  if (rows.length === 0) return html`<p>Any JSON object.</p>`;
  return table(
    caption,
    'Field',
    rows.map((row) => fieldRow(row.name, needOf(row, marking), row.schema, row.schema.description)),
  );
}

function needOf({ required, within }: Row, marking: Marking): string | undefined {
  if (!required) return 'optional';
  if (marking === 'mark-optional') return undefined;
  return within === undefined ? 'required' : `required with ${within}`;
}

export function table(caption: string, first: string, rows: Html[]): Html {
  return html`<table class="fields"><caption>${caption}</caption>
<thead><tr><th scope="col">${first}</th><th scope="col">Type and meaning</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

export function fieldRow(name: string, note: string | undefined, schema: Schema, description: string | undefined): Html {
  return html`<tr><th scope="row"><code>${breakable(name)}</code>${note === undefined ? undefined : html` <span class="note own-line">${note}</span>`}</th><td><span class="type">${typeOf(schema)}</span>${limitsOf(schema)}${description === undefined ? undefined : html`<p>${inline(description)}</p>`}</td></tr>
`;
}

/** Allows line breaks after dots, underscores and slashes. */
export function breakable(name: string): Piece[] {
  return name.split(/(?<=[._/])/).flatMap((part, at) => (at === 0 ? [part] : [html`<wbr>`, part]));
}

export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) return schemaLink(schemaName(schema.$ref));
  if (schema.const !== undefined) return html`always <code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) {
    const values = schema.enum.map((value) => html`<code>${breakable(typeof value === 'string' ? value : JSON.stringify(value))}</code>`);
    return values.length === 1 ? html`always ${values}` : html`one of ${joined(values, ', ')}`;
  }
  if (schema.items?.enum !== undefined) return html`list, each ${typeOf(schema.items)}`;
  if (schema.anyOf !== undefined) return html`${joined(schema.anyOf.map(typeOf), ' or ')}`;
  if (schema.items !== undefined) return html`list of ${typeOf(schema.items)}`;
  const types = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format === undefined ? html`${types}` : html`${types} (${schema.format})`;
}

export const schemaLink = (name: string): Html => html`<a href="#schema-${name}"><code>${name}</code></a>`;

function limitsOf({ minimum, maximum, minLength, maxLength, maxItems, ...schema }: Schema): Html | undefined {
  const limits = [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(undefined, maxItems, ' values'),
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((limit) => limit !== undefined);
  return limits.length === 0 ? undefined : html`<span class="limits">, ${limits.join(', ')}</span>`;
}

function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  const format = (value: number) => value.toLocaleString('en');
  if (min !== undefined && max !== undefined) return `${format(min)} to ${format(max)}${unit}`;
  if (min !== undefined) return `at least ${format(min)}${unit}`;
  return max === undefined ? undefined : `at most ${format(max)}${unit}`;
}
