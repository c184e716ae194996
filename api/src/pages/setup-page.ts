import { html } from '../platform/html.ts';
import { framed } from './page-frame.ts';

/** Behind the one-time link /setup#TOKEN. What follows the # stays in the browser until the script sends it in a body. */
export function setupPage(): string {
  return framed({
    title: 'Set up Swath',
    description: 'Make the first admin of this Swath service.',
    kind: 'plain',
    script: '/pages/setup.js',
    content: html`<main id="main-content" tabindex="-1">
<h1 id="title" tabindex="-1">Make the first admin</h1>
<p id="intro">The admin adds staff, prices and sessions. This link works once.</p>
<noscript><p class="message">This page needs JavaScript. Please allow it for this address, then load the page again.</p></noscript>
<div id="message" class="message" role="alert" hidden></div>
<form id="setup" method="post" novalidate>
<div class="field">
<label for="fullName">Full name</label>
<input id="fullName" name="fullName" type="text" autocomplete="name" maxlength="200" required aria-describedby="fullName-error">
<p class="error" id="fullName-error" hidden></p>
</div>
<div class="field">
<label for="email">E-mail</label>
<p class="hint" id="email-hint">You will sign in with it.</p>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required aria-describedby="email-hint email-error">
<p class="error" id="email-error" hidden></p>
</div>
<div class="field">
<label for="password">Password</label>
<p class="hint" id="password-hint">At least 8 characters, with a capital letter and a special character such as - or !</p>
<input id="password" name="password" type="password" autocomplete="new-password" maxlength="200" required aria-describedby="password-hint password-error">
<p class="error" id="password-error" hidden></p>
<label class="check"><input id="reveal" type="checkbox"> Show the password</label>
</div>
<button type="submit" disabled>Make the admin</button>
</form>
<p id="away" hidden><a href="/">Go to the start page</a></p>
<div id="done" hidden>
<p>Signed in as <strong id="name"></strong>, <span id="role"></span>.</p>
<p>The set-up link is used up. From now on, sign in with your e-mail and password.</p>
<p><a class="button" href="/api/docs">Open the API reference</a></p>
</div>
</main>`,
  }).markup;
}
