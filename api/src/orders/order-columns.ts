const own = [
  ...['date', 'session_id', 'location', 'latitude', 'longitude', 'crop_id', 'area', 'cost', 'order_status', 'payment_status'],
  ...['payment_method', 'completion_date', 'confirmed', 'creation_date'],
];

/** The columns of an order itself, without its id and its people, in the order of the fields of OrderSchema. Needs the alias o. */
export const ownColumns = own.map((name) => `o.${name}`).join(', ');

/** The same as a JSON array of the texts that PostgreSQL sends for them. `order`: alias of a row with the columns of spray_order. */
export const ownColumnsJson = (order: string): string =>
  `jsonb_build_array(${own.map((name) => (name === 'confirmed' ? `left(${order}.confirmed::text, 1)` : `${order}.${name}::text`)).join(', ')})`;
