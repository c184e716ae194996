// The token stays behind the # of the address, which browsers send to no one: no log ever holds it.
const byId = (id) => document.getElementById(id);
const form = byId('setup');
const button = form.querySelector('button');
const fields = ['fullName', 'email', 'password'];
/** What there is to say, in the language of the page. */
const words = byId('message').dataset;

function tell(text) {
  byId('message').textContent = text;
  byId('message').hidden = text === '';
}

function mark(name, text) {
  byId(`${name}-error`).textContent = text;
  byId(`${name}-error`).hidden = text === '';
  form.elements[name].setAttribute('aria-invalid', String(text !== ''));
}

function clear() {
  tell('');
  for (const name of fields) mark(name, '');
}

const token = () => location.hash.slice(1);

function offer(possible) {
  form.hidden = !possible;
  byId('intro').hidden = !possible;
  byId('away').hidden = possible;
}

function begin() {
  clear();
  if (token() === '') tell(words.incomplete);
  offer(token() !== '');
}

async function send() {
  const { fullName, email, password } = form.elements;
  const response = await fetch('/api/auth/setup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: token(), fullName: fullName.value, email: email.value.trim(), password: password.value }),
  });
  return { ok: response.ok, body: await response.json() };
}

function welcome({ user }) {
  history.replaceState(null, '', location.pathname);
  form.reset();
  offer(false);
  byId('away').hidden = true;
  byId('name').textContent = user.fullName;
  byId('done').hidden = false;
  byId('title').textContent = byId('title').dataset.done;
  document.title = byId('title').dataset.done;
  // The web app asks who is signed in only where a hint says that a user is signed in.
  localStorage.setItem('swath-signed-in', user.role);
  byId('title').focus();
}

function refuse({ code, detail, errors = [] }) {
  const taken = code === 'ACCOUNT_EXISTS';
  const wrong = taken ? ['email'] : fields.filter((name) => errors.some(({ path }) => path === name));
  for (const name of wrong) mark(name, byId(`${name}-error`).dataset[taken ? 'taken' : 'wrong']);
  form.querySelector('[aria-invalid="true"]')?.focus();
  if (wrong.length > 0) return;
  if (errors.some(({ path }) => path === 'token')) tell(words.incomplete);
  else tell(code === 'SETUP_CLOSED' ? words.closed : detail);
  offer(code !== 'SETUP_CLOSED' && errors.length === 0);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  clear();
  button.disabled = true;
  try {
    const { ok, body } = await send();
    if (ok) welcome(body);
    else refuse(body);
  } catch {
    tell(words.unreachable);
  }
  button.disabled = false;
});

byId('reveal').addEventListener('change', ({ target }) => {
  form.elements.password.type = target.checked ? 'text' : 'password';
});

// Another link, opened in the same tab, changes only what follows the #.
addEventListener('hashchange', begin);
button.disabled = false;
begin();
