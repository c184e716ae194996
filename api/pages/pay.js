// The order and the secret stay behind the # of the address, which browsers send to no one: no log ever holds them.
const find = (selector) => document.querySelector(selector);
const every = (selector) => [...document.querySelectorAll(selector)];
const form = find('form');
const number = form.elements.cardNumber;
const wrong = find('#cardNumber-error');
const mainTitle = document.title;
let order = '';
let intent;
let begun = false;

function show(name) {
  for (const section of every('[data-screen]')) section.hidden = section.dataset.screen !== name;
  find('#message').hidden = name !== 'unreachable';
  find('#message').textContent = name === 'unreachable' ? find('#message').dataset.text : '';
  find('#bill').hidden = intent === undefined || !['form', 'step', 'paid', 'declined'].includes(name);
  const heading = find(`[data-screen="${name}"] h1`);
  document.title = name === 'form' || heading === null ? mainTitle : `${heading.textContent} · Swath`;
  // What the page begins with is read from the top; what follows from an answer is said at once.
  if (begun) heading?.focus();
  begun = true;
}

function fill() {
  const { amount, currency } = intent;
  const written = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency }).format(amount);
  for (const place of every('[data-fill="amount"]')) place.textContent = written;
}

function markNumber(text) {
  wrong.textContent = text;
  wrong.hidden = text === '';
  number.setAttribute('aria-invalid', String(text !== ''));
  if (text !== '') number.focus();
}

function busy(is) {
  for (const button of every('button')) button.disabled = is;
}

async function ask(path, body) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/api/farmer/order/${order}/payment-intent${path}`, body === undefined ? {} : sent);
  return { status: response.status, body: await response.json() };
}

/** Whatever the service said that is not what was hoped for. */
function refuse({ status, body }) {
  if (body.code === 'ALREADY_PAID') show('paid');
  else if (status === 401 || status === 403) show('signed-out');
  else show(status === 404 || status === 409 ? 'ended' : 'unreachable');
}

/** The open intent of the order, which may be another than the link's if that one has failed since. */
async function begin() {
  const link = new URLSearchParams(location.hash.slice(1));
  order = link.get('order') ?? '';
  intent = undefined;
  if (!/^\d{1,19}$/.test(order)) return show('incomplete');
  for (const place of every('[data-fill="order"]')) place.textContent = order;
  for (const back of every('[data-order-link]')) back.href = `/orders/${order}`;
  const answer = await ask('', {});
  if (answer.status !== 200) return refuse(answer);
  intent = answer.body;
  history.replaceState(null, '', `/pay/${intent.id}#${new URLSearchParams({ order, secret: intent.clientSecret })}`);
  fill();
  if (intent.status === 'requires_payment_method') show('form');
  else await follow(intent.status);
}

async function follow(status) {
  if (status === 'requires_action') return show('step');
  const answer = await ask(`/${encodeURIComponent(intent.clientSecret)}`);
  if (answer.status !== 200) return refuse(answer);
  const { paymentStatus } = answer.body;
  // The secret has done its work.
  if (paymentStatus === 'paid') history.replaceState(null, '', `/pay/${intent.id}#order=${order}`);
  show(paymentStatus === 'paid' ? 'paid' : paymentStatus === 'failed' ? 'declined' : 'unreachable');
}

async function pay(card) {
  const answer = await ask('/sandbox-card', { clientSecret: intent.clientSecret, ...card });
  if (answer.status === 200) await follow(answer.body.status);
  else if (answer.status === 400) markNumber(wrong.dataset.unknown);
  // Something has happened to it in another tab.
  else if (answer.body.code === 'INTENT_CLOSED') await begin();
  else refuse(answer);
}

async function working(work) {
  busy(true);
  try {
    await work();
  } catch {
    show('unreachable');
  }
  busy(false);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const cardNumber = number.value.trim();
  markNumber(cardNumber === '' ? wrong.dataset.missing : '');
  if (cardNumber !== '') working(() => pay({ cardNumber }));
});

for (const button of every('[data-card]')) {
  button.addEventListener('click', () => {
    markNumber('');
    number.value = button.dataset.card;
    form.elements.expiry.value = '12/34';
    form.elements.cvc.value = '123';
    form.querySelector('[type="submit"]').focus();
  });
}
for (const button of every('[data-approve]')) {
  button.addEventListener('click', () => working(() => pay({ approved: button.dataset.approve === 'true' })));
}
for (const button of every('[data-again]')) {
  button.addEventListener('click', () => {
    form.reset();
    markNumber('');
    working(begin);
  });
}

// Another link, opened in the same tab, changes only what follows the #.
addEventListener('hashchange', () => working(begin));
working(begin);
