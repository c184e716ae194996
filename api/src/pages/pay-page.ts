import { testCards } from '../payments/sandbox.ts';
import { type Html, html } from '../platform/http/html.ts';
import type { Language } from './language.ts';
import { framed } from './page-frame.ts';
import { type PayWords, payWords } from './pay-words.ts';

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
const brandOf = (number: string): string => (number.startsWith('4') ? 'Visa' : 'Mastercard');

/**
 * The sandbox's payment form at /pay/INTENT#order=42&secret=… The fragment after # is not sent to the server. The page contains all
 * screens; its script shows one at a time and fills in the amounts.
 */
export function payPage(language: Language): string {
  const words = payWords[language];
  return framed({
    language,
    title: `${words.title} · Swath`,
    description: words.description,
    kind: 'plain',
    styles: ['/pages/pay.css'],
    script: '/pages/pay.js',
    content: html`<main id="main-content" tabindex="-1" class="pay">
<p class="notice"><strong>${words.notice}</strong> ${words.noticeMore}</p>
<noscript><p class="message">${words.noScript}</p></noscript>
<div id="message" class="message" role="alert" data-text="${words.unreachable}" hidden></div>
<div id="bill" class="bill" hidden>
<p class="bill-label">${words.amount}</p>
<p class="bill-amount" data-fill="amount"></p>
<p class="bill-order">${words.order} <span data-fill="order"></span></p>
</div>
<section data-screen="looking"><p role="status">${words.looking}</p></section>
${formScreen(words)}
<section data-screen="step" hidden>
<h1 tabindex="-1">${words.stepTitle}</h1>
<p>${words.step}</p>
<div class="choices"><button type="button" data-approve="true">${words.approve}</button><button type="button" class="second" data-approve="false">${words.refuse}</button></div>
</section>
<section data-screen="paid" hidden>
<p class="sign good" aria-hidden="true">✓</p>
<h1 tabindex="-1">${words.paidTitle}</h1>
<p>${words.paid}</p>
<p><a class="button" data-order-link href="/">${words.back}</a></p>
</section>
<section data-screen="declined" hidden>
<p class="sign bad" aria-hidden="true">✕</p>
<h1 tabindex="-1">${words.declinedTitle}</h1>
<p>${words.declined}</p>
<div class="choices"><button type="button" data-again>${words.again}</button><a class="button second" data-order-link href="/">${words.back}</a></div>
</section>
<section data-screen="signed-out" hidden>
<h1 tabindex="-1">${words.signInTitle}</h1>
<p>${words.signIn}</p>
<div class="choices"><a class="button" href="/" target="_blank" rel="noopener">${words.signInLink}</a><button type="button" class="second" data-again>${words.signedIn}</button></div>
</section>
<section data-screen="incomplete" hidden>
<h1 tabindex="-1">${words.incompleteTitle}</h1>
<p>${words.incomplete}</p>
<p><a class="button" href="/">${words.home}</a></p>
</section>
<section data-screen="ended" hidden>
<h1 tabindex="-1">${words.endedTitle}</h1>
<p>${words.ended}</p>
<p><a class="button" href="/">${words.home}</a></p>
</section>
<section data-screen="unreachable" hidden>
<button type="button" data-again>${words.again}</button>
</section>
</main>`,
  }).markup;
}

function formScreen(words: PayWords): Html {
  const cards = Object.entries(testCards).map(
    ([number, outcome]) =>
      html`<li><button type="button" class="test-card" data-card="${grouped(number)}"><span class="digits">${grouped(number)}</span> <span class="outcome">${brandOf(number)}: ${words[outcome]}</span></button></li>
`,
  );
  return html`<section data-screen="form" hidden>
<h1 tabindex="-1">${words.title}</h1>
<h2 id="cards-title">${words.choose}</h2>
<ul class="test-cards" aria-labelledby="cards-title">
${cards}</ul>
<form method="post" novalidate>
<p class="hint" id="any">${words.any}</p>
<div class="field">
<label for="cardNumber">${words.cardNumber}</label>
<input id="cardNumber" name="cardNumber" type="text" inputmode="numeric" autocomplete="off" maxlength="30" required aria-describedby="cardNumber-error">
<p class="error" id="cardNumber-error" data-missing="${words.needNumber}" data-unknown="${words.notTestCard}" hidden></p>
</div>
<div class="pair">
<div class="field"><label for="expiry">${words.expiry}</label><input id="expiry" name="expiry" type="text" inputmode="numeric" autocomplete="off" maxlength="7" placeholder="12/34" aria-describedby="any"></div>
<div class="field"><label for="cvc">${words.cvc}</label><input id="cvc" name="cvc" type="text" inputmode="numeric" autocomplete="off" maxlength="4" placeholder="123" aria-describedby="any"></div>
</div>
<button type="submit" class="wide" disabled>${words.pay} <span data-fill="amount"></span></button>
</form>
</section>`;
}
