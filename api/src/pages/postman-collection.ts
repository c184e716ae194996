import { type Endpoint, endpointsOf, type Parameter, type ReferenceDocument } from './reference-document.ts';

/**
 * All operations of the OpenAPI document as a collection for Postman (format 2.1), which Bruno, Insomnia and Hoppscotch import too. Optional parameters are listed and switched
 * off. Signing in keeps the token for the other requests.
 */
export function postmanCollection(document: ReferenceDocument, baseUrl: string): object {
  const endpoints = endpointsOf(document);
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'token', value: '' },
    ],
    item: document.tags.map(({ name, description }) => ({
      ...{ name, description },
      item: endpoints.filter(({ tags }) => tags[0] === name).map(requestItem),
    })),
  };
}

function requestItem(endpoint: Endpoint): object {
  const { operationId, summary, description, method, path, parameters = [], security, requestBody } = endpoint;
  const body = requestBody?.content['application/json']?.example;
  const exampleOf = (name: string) => text(parameters.find((parameter) => parameter.name === name)?.example);
  // A variable of Postman is a whole segment: in `order.{format}` the example stands.
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1').replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(name)));
  const query = optionalOff(parameters.filter(({ in: place, name }) => place === 'query' && name !== 'pageable'));
  return {
    name: summary,
    id: operationId,
    ...(operationId === 'login' ? { event: [keepToken] } : {}),
    request: {
      ...{ method, description },
      header: [
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...optionalOff(parameters.filter(({ in: place }) => place === 'header')),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length === 0 ? {} : { query }),
        variable: segments
          .filter((segment) => segment.startsWith(':'))
          .map((segment) => ({ key: segment.slice(1), value: exampleOf(segment.slice(1)) })),
      },
      ...(security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
    },
  };
}

const optionalOff = (parameters: readonly Parameter[]): object[] =>
  parameters.map(({ name, description, required, example }) => ({
    ...{ key: name, value: text(example) },
    ...(description === undefined ? {} : { description }),
    ...(required ? {} : { disabled: true }),
  }));

const text = (example: unknown): string => (Array.isArray(example) ? String(example[0] ?? '') : String(example ?? ''));

const keepToken = {
  listen: 'test',
  script: { type: 'text/javascript', exec: ["pm.collectionVariables.set('token', pm.response.json().token);"] },
};
