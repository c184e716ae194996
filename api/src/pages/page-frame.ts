import { type Html, html, type Piece } from '../platform/http/html.ts';
import type { Language } from './language.ts';

export interface Frame {
  title: string;
  description: string;
  /** Class of the body element. */
  kind: 'reference' | 'plain';
  header?: Piece;
  content: Piece;
  styles?: readonly string[];
  script?: string;
  language?: Language;
}

/** Text of the skip link. */
const skipLinkText: Record<Language, string> = { en: 'Skip to the content', vi: 'Đến nội dung chính' };

/** Layout of all pages: head, skip link and header. */
export function framed({ title, description, kind, header, content, styles = [], script, language = 'en' }: Frame): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
${['/pages/page.css', ...styles].map(
  (href) => html`<link rel="stylesheet" href="${href}">
`,
)}${script === undefined ? undefined : html`<script src="${script}" type="module"></script>`}
</head>
<body class="${kind}">
<a class="skip" href="#main-content">${skipLinkText[language]}</a>
<header class="top"><a class="brand" href="/"><img src="/pages/icon.svg" alt="" width="28" height="28">Swath</a>${header}</header>
${content}
</body>
</html>
`;
}
