// All lists of the service, from its OpenAPI document, so that none is missed: the first page, with each value of each filter, and
// optionally with each sort.

import { receptionists } from './plan.mjs';
import { signIn } from './users.mjs';

const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/** Values and labels by filter that match the data set. A filter without an entry gets each of its enum values, or its example. */
const filterValues = ({ farmer, sprayer }) => ({
  from: { '30 days ago': day(-30) },
  to: { '30 days ago': day(-30) },
  date: { yesterday: day(-1) },
  week: { 'this one': day(0) },
  sessionId: { one: '3' },
  cropId: { one: '1' },
  sprayerId: { one: sprayer.id },
  farmerId: { one: farmer.id },
  actorId: { one: farmer.staffId },
  action: { often: 'sign_in', 'hardly ever': 'crop_update' },
  search: {
    'a place': 'Long Điền',
    'a name': farmer.name,
    'a common name': 'Nguyễn',
    'one letter': 'n',
    'a name and a place': 'Nguyễn Long Điền',
    'a rare word': 'Xuyến',
    'no word of an order': 'Qwerty',
    'a phone number': farmer.phone,
    'an order': '#4242',
  },
  phone: { whole: farmer.phone, 'its beginning': farmer.phone.slice(0, 5) },
});

async function findPeople(client) {
  const one = async (text) => (await client.query(text)).rows[0];
  const farmer = await one(
    `select u.id, u.email, u.full_name as name, u.phone_number as phone, (select min(id) from app_user where role = 'receptionist') as "staffId",
            (select max(id) from spray_order o where o.farmer_id = u.id and order_status = 'completed') as "orderId"
       from app_user u join (select owner_id, sum(size) as n from tally where list = 'farmer orders' group by 1 having sum(size) between 60 and 200) t on t.owner_id = u.id
      order by length(split_part(u.full_name, ' ', 3)) desc, u.id limit 1`,
  );
  const sprayer = await one(
    `select u.id, u.email, (select max(order_id) from crew_member where sprayer_id = u.id) as "orderId" from app_user u where role = 'sprayer' order by id limit 1`,
  );
  const { id: webhookId } = await one('select min(id) as id from webhook');
  const { id: waitingId } = await one("select min(id) as id from spray_order where order_status = 'confirmed' and date > current_date + 1");
  return { farmer, sprayer, webhookId, waitingId };
}

/** In the order of the document: `{ title, path, headers }`, or a title and an error. */
export async function findLists(client, url, withSorts) {
  const document = await (await fetch(`${url}/api/openapi.json`)).json();
  const people = await findPeople(client);
  const values = filterValues(people);
  const headers = {
    farmer: await signIn(url, people.farmer.email),
    receptionist: await signIn(url, `receptionist${receptionists}@bench.example`),
    sprayer: await signIn(url, people.sprayer.email),
    admin: await signIn(url, 'admin1@bench.example'),
  };
  people.fieldId = await createField(document, url, headers.farmer);
  const lists = Object.entries(document.paths).filter(
    ([path, { get }]) => get !== undefined && isList(document, get) && !missing.test(path),
  );
  return lists.flatMap(([path, { get }]) => {
    // Lists of every role, such as the inbox, are longest in the office.
    const role = /^\/api\/(farmer|receptionist|sprayer|admin)\//.exec(path)?.[1] ?? 'receptionist';
    try {
      return questions(get, fillPath(path, role, people), values, withSorts).map(({ title, ...asked }) => ({
        ...asked,
        title: path + title,
        headers: headers[role],
      }));
    } catch (error) {
      return [{ title: path, problem: error.message }];
    }
  });
}

/** The data set has no fields. */
async function createField(document, url, headers) {
  const path = '/api/farmer/field';
  const { example } = document.paths[path].post.requestBody.content['application/json'];
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(example),
  });
  if (!response.ok) throw new Error(`the field was answered ${response.status}: ${await response.text()}`);
  return (await response.json()).id;
}

const pair = (name, value) => `${name}=${encodeURIComponent(value)}`;

const pagingParameters = ['page', 'size', 'sort', 'pageable'];

/** Parts of paths to things that the data set does not have. */
const missing = /\/(?:plan|rebooking|spray-record|spreadsheet-import|waiting-entry)\/\{/;

/** A list without filters, with each filter, and with each sort. */
function questions({ parameters }, path, values, withSorts) {
  const filters = parameters
    .filter((parameter) => parameter.in === 'query' && !pagingParameters.includes(parameter.name))
    .map((parameter) => ({ name: parameter.name, required: parameter.required === true, values: valuesOf(parameter, values) }));
  const ask = (title, but, ...pairs) => {
    // Required parameters, sent with every request.
    const needed = filters
      .filter(({ name, required }) => required && name !== but)
      .map(({ name, values: [[, value]] }) => pair(name, value));
    return { title, path: [path, [...needed, ...pairs].join('&')].filter((part) => part !== '').join('?') };
  };
  return [
    ...(filters.some(({ required }) => required) ? [] : [ask('')]),
    ...filters.flatMap(({ name, values: all }) =>
      all.map(([label, value]) => ({
        ...ask(`?${name}=${label}`, name, pair(name, value)),
        // Some ranges need a start date near the end date.
        ...(name === 'to' ? { otherwise: ask('', name, pair('from', day(-36)), pair(name, value)).path } : {}),
      })),
    ),
    ...(withSorts ? sortsOf(parameters) : []).map((field) => ask(`?sort=${field}`, '', pair('sort', field))),
  ];
}

function isList(document, operation) {
  const reference = operation.responses['200']?.content?.['application/json']?.schema?.$ref?.split('/').at(-1);
  const { content, page } = document.components.schemas[reference]?.properties ?? {};
  return content !== undefined && page !== undefined;
}

/** `[[label, value]]` */
function valuesOf({ name, schema, example }, values) {
  if (values[name] !== undefined) return Object.entries(values[name]);
  const choice = schema.type === 'boolean' ? [true, false] : (schema.enum ?? schema.items?.enum ?? [example].flat());
  if (choice.includes(undefined))
    throw new Error(`the filter ${name} has neither a choice nor an example: give it a value in bench/lists.mjs`);
  return choice.map((value) => [String(value), String(value)]);
}

const sortsOf = (parameters) =>
  /Sortable by ([^.]+)\./.exec(parameters.find(({ name }) => name === 'pageable')?.description ?? '')?.[1].split(', ') ?? [];

function fillPath(path, role, { farmer, sprayer, webhookId, waitingId, fieldId }) {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    if (name === 'id' && path.includes('/webhook/')) return webhookId;
    if (name === 'id' && path.endsWith('/sprayer-suggestions')) return waitingId;
    if (name === 'id' && path.includes('/order/')) return role === 'sprayer' ? sprayer.orderId : farmer.orderId;
    if (name === 'id' && path.includes('/field/')) return fieldId;
    if (name === 'id' && path.includes('/customer/')) return farmer.id;
    if (name === 'userId') return sprayer.id;
    throw new Error(`what to put for {${name}} in ${path}: describe it in bench/lists.mjs`);
  });
}
