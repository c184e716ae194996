import { html } from '../platform/html.ts';
import { framed } from './page-frame.ts';

/** What the address shows as long as there is no web app. */
export function homePage(): string {
  return framed({
    title: 'Swath',
    description: 'The order desk of a crop-spraying company.',
    kind: 'plain',
    content: html`<main id="main-content" tabindex="-1">
<h1>Swath is running</h1>
<p>Swath is the order desk of a crop-spraying company: a farmer books a spray, the office sends a crew, the crew sprays the field, the farmer signs it off, pays and rates it.</p>
<p>There is no web app at this address yet. Programs can use the service today.</p>
<p><a class="button" href="/api/docs">Open the API reference</a></p>
<ul>
<li><a href="/api/openapi.json">OpenAPI document</a>, for making a client</li>
<li><a href="/api/health/ready">Health</a>: can the service serve?</li>
</ul>
</main>`,
  }).markup;
}
