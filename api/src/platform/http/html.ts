/** HTML in which all inserted values are escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Piece = Html | string | number | undefined | readonly Piece[];

/** Template tag that escapes inserted values: html`<p>${text}</p>` */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.map((text, at) => text + markupOf(pieces[at])).join(''));
}

function markupOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.markup;
  if (typeof piece === 'object') return piece.map(markupOf).join('');
  return escapeHtml(String(piece));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Renders backticks of an OpenAPI description as code elements. */
export function inline(text: string): Html {
  const parts = text.split('`');
  // An unpaired backtick is shown as it is.
  const tail = parts.length % 2 === 0 ? `\`${parts.pop()}` : '';
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}${tail}`;
}

export function joined(pieces: readonly Piece[], between: string): Piece[] {
  return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece]));
}
