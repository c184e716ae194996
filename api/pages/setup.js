// The token stays behind the # of the address, which browsers send to no one: no log ever holds it.
const byId = (id) => document.getElementById(id);
const form = byId('setup');
const button = form.querySelector('button');
const labels = { fullName: 'The full name', email: 'The e-mail', password: 'The password' };
const incomplete =
  'This link is not complete. Please open the whole link that the service printed when it started, with all that follows the #.';
const unreachable = 'The service did not answer. Please see whether it is running, then try again.';

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
  for (const name of Object.keys(labels)) mark(name, '');
}

const token = () => location.hash.slice(1);

function offer(possible) {
  form.hidden = !possible;
  byId('intro').hidden = !possible;
  byId('away').hidden = possible;
}

function begin() {
  clear();
  if (token() === '') tell(incomplete);
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
  byId('role').textContent = user.role;
  byId('done').hidden = false;
  byId('title').textContent = 'Swath is set up';
  document.title = 'Swath is set up';
  byId('title').focus();
}

function refuse({ code, detail, errors = [] }) {
  const faults = code === 'ACCOUNT_EXISTS' ? [{ path: 'email', message: 'is taken: there is an account with it already' }] : errors;
  const shown = faults.filter(({ path }) => path in labels);
  for (const { path, message } of shown) mark(path, `${labels[path]} ${message}.`);
  form.querySelector('[aria-invalid="true"]')?.focus();
  if (shown.length > 0) return;
  if (faults.some(({ path }) => path === 'token')) tell(incomplete);
  else tell(detail);
  offer(code !== 'SETUP_CLOSED' && faults.length === 0);
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
    tell(unreachable);
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
