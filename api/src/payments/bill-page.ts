import type { Language } from '../catalog/catalog-words.ts';
import { html } from '../platform/http/html.ts';
import type { Bill } from './bill.ts';
import { billSheet } from './bill-texts.ts';

/** A bill as a page that prints on one sheet. */
export function billPage(bill: Bill, language: Language): string {
  const { title, number, issued, company, farmer, facts, line, adjustments, total, state, thanks } = billSheet(bill, language);
  const lines = (texts: readonly string[]) => texts.map((text) => html`<p>${text}</p>`);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title} ${number}</title>
<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages/bill.css">
</head>
<body>
<main>
<header>
<p class="company">${company.name}</p>
${lines(company.lines)}
</header>
<h1><span class="kind">${title}</span> ${number}</h1>
<p class="issued">${issued}</p>
<div class="people">
<section>
<h2>${farmer.label}</h2>
<p class="name">${farmer.name}</p>
${lines(farmer.lines)}
</section>
<dl>
${facts.map((fact) => html`<div><dt>${fact.label}</dt><dd>${fact.value}</dd></div>`)}
</dl>
</div>
<table>
<thead><tr>${line.map((cell) => html`<th scope="col">${cell.label}</th>`)}</tr></thead>
<tbody><tr>${line.map((cell) => html`<td data-label="${cell.label}">${cell.value}</td>`)}</tr>${adjustments.map(
    (row) => html`<tr><th scope="row" colspan="${line.length - 1}">${row.label}</th><td data-label="${row.label}">${row.value}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row" colspan="${line.length - 1}">${total.label}</th><td>${total.value}</td></tr></tfoot>
</table>
<section class="state ${state.tone}">
<h2>${state.title}</h2>
${lines(state.lines)}
</section>
<footer><p>${thanks}</p></footer>
</main>
</body>
</html>
`.markup;
}
