import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Schema {
  $ref?: string;
  title?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Operation {
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Where a schema has a home address, as `Schema.property` of its nearest named parent; empty: the response itself. */
function addressesIn(schema: Schema, at: string, seen: readonly string[] = []): string[] {
  const name = schema.$ref?.split('/').pop();
  if (name !== undefined) {
    const found = document.components.schemas[name];
    return found === undefined || seen.includes(name) ? [] : namedAddresses(name, found, at, [...seen, name]);
  }
  return namedAddresses(undefined, schema, at, seen);
}

function namedAddresses(name: string | undefined, schema: Schema, at: string, seen: readonly string[]): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  if ('street' in properties) return [at];
  const below = Object.entries(properties).flatMap(([key, value]) => addressesIn(value, name === undefined ? at : `${name}.${key}`, seen));
  const same = [...(items === undefined ? [] : [items]), ...anyOf, ...oneOf, ...allOf];
  return [...below, ...same.flatMap((part) => addressesIn(part, at, seen))];
}

test('when a farmer, a sprayer or any user is answered, then home addresses are their own or in the shapes of the contract', () => {
  const contractShapes = ['FarmerOrder.receptionist', 'Order.farmer', 'Order.receptionist', 'Notification.recipient'];
  const own = ['SignedIn.user', 'BookingRequest.farmer', ''];
  const ownOperations = /^\/api\/(auth\/me|common\/profile)$/;
  let read = 0;
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!/^\/api\/(farmer|sprayer|common|auth)\//.test(path)) continue;
    for (const [method, { responses }] of Object.entries(operations)) {
      read++;
      const schemas = Object.values(responses['200']?.content ?? {}).map(({ schema }) => schema);
      const found = [...new Set(schemas.flatMap((schema) => addressesIn(schema, '')))];
      const allowed = [...contractShapes, ...own.filter((place) => place !== '' || ownOperations.test(path))];
      expect([method, path, found.filter((place) => !allowed.includes(place))]).toEqual([method, path, []]);
    }
  }
  expect(read).toBeGreaterThan(100);
});
