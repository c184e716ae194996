import { html } from '../platform/http/html.ts';
import type { Language } from './language.ts';
import { framed } from './page-frame.ts';
import { setupWords } from './setup-words.ts';

/** Page of the one-time link /setup#TOKEN. The fragment reaches the server only in the request body of the script. */
export function setupPage(language: Language): string {
  const words = setupWords[language];
  return framed({
    title: words.title,
    description: words.description,
    kind: 'plain',
    script: '/pages/setup.js',
    language,
    content: html`<main id="main-content" tabindex="-1">
<h1 id="title" tabindex="-1" data-done="${words.doneTitle}">${words.heading}</h1>
<p id="intro">${words.intro}</p>
<noscript><p class="message">${words.noScript}</p></noscript>
<div id="message" class="message" role="alert" data-incomplete="${words.incomplete}" data-closed="${words.closed}" data-unreachable="${words.unreachable}" hidden></div>
<form id="setup" method="post" novalidate>
<div class="field">
<label for="fullName">${words.fullName}</label>
<input id="fullName" name="fullName" type="text" autocomplete="name" maxlength="200" required aria-describedby="fullName-error">
<p class="error" id="fullName-error" data-wrong="${words.needName}" hidden></p>
</div>
<div class="field">
<label for="email">${words.email}</label>
<p class="hint" id="email-hint">${words.emailHint}</p>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required aria-describedby="email-hint email-error">
<p class="error" id="email-error" data-wrong="${words.needEmail}" data-taken="${words.emailTaken}" hidden></p>
</div>
<div class="field">
<label for="password">${words.password}</label>
<p class="hint" id="password-hint">${words.passwordHint}</p>
<input id="password" name="password" type="password" autocomplete="new-password" maxlength="200" required aria-describedby="password-hint password-error">
<p class="error" id="password-error" data-wrong="${words.needPassword}" hidden></p>
<label class="check"><input id="reveal" type="checkbox"> ${words.reveal}</label>
</div>
<button type="submit" disabled>${words.make}</button>
</form>
<p id="away" hidden><a href="/">${words.home}</a></p>
<div id="done" hidden>
<p>${words.signedIn} <strong id="name"></strong>.</p>
<p>${words.done}</p>
<p><a class="button" href="/">${words.open}</a></p>
</div>
</main>`,
  }).markup;
}
