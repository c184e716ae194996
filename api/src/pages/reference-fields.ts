import { type Html, html, inline, joined, type Piece } from '../platform/http/html.ts';
import { type Schema, schemaName } from './reference-document.ts';

interface Row {
  name: string;
  required: boolean;
  /** The name of the optional object that it is part of. */
  within: string | undefined;
  schema: Schema;
}

/** The fields of an object, those of the unnamed objects inside it included: `session.id`, `errors[].path`. */
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

/** A caller is told what must be sent. In an answer every field is there, so only the exceptions are told. */
type Needed = 'tell-required' | 'tell-optional';

export function fieldTable(schema: Schema, caption: string, needed: Needed): Html {
  const rows = rowsOf(schema);
  if (rows.length === 0) return html`<p>Any JSON object.</p>`;
  return table(
    caption,
    'Field',
    rows.map((row) => fieldRow(row.name, needOf(row, needed), row.schema, row.schema.description)),
  );
}

function needOf({ required, within }: Row, needed: Needed): string | undefined {
  if (!required) return 'optional';
  if (needed === 'tell-optional') return undefined;
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

/** Long names, codes and paths may break where a reader would break them. */
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

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const figure = (value: number) => value.toLocaleString('en');
  if (least !== undefined && most !== undefined) return `${figure(least)} to ${figure(most)}${unit}`;
  if (least !== undefined) return `at least ${figure(least)}${unit}`;
  return most === undefined ? undefined : `at most ${figure(most)}${unit}`;
}
