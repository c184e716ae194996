import { Type } from 'typebox';
import { checkReadable } from '../dispatch/order-reader.ts';
import type { Drone } from '../equipment/drone.ts';
import { findDroneOfOrder } from '../equipment/drone-store.ts';
import { DroneSchema, droneExample, writeDrone } from '../equipment/equipment-schemas.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, Nullable, named } from '../platform/http/schemas.ts';
import { chooseDrone } from './choose-drone.ts';

const OrderDroneSchema = named('OrderDrone', Exact({ drone: Nullable(DroneSchema) }));
const DroneChoiceBody = named('DroneChoice', Type.Object({ droneId: Type.Optional(Id('The drone; left out: none.')) }));
const write = (drone: Drone | undefined): string => `{"drone":${drone === undefined ? 'null' : writeDrone(drone)}}`;

/** The drone that an order is sprayed with. */
export function orderDroneRoutes({ database, clock }: OrderDeps): Route[] {
  const routesFor = (access: 'receptionist' | 'sprayer'): Route[] => [
    route({
      method: 'GET',
      path: `/api/${access}/order/{id}/drone`,
      operationId: access === 'sprayer' ? 'getJobDrone' : 'getOrderDrone',
      access,
      tag: access,
      summary: access === 'sprayer' ? 'The drone of one of my jobs' : 'The drone of an order',
      params: OrderId,
      response: OrderDroneSchema,
      example: { drone: droneExample },
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        await checkReadable(database.read, params.id, user);
        return write(await findDroneOfOrder(database.read, params.id));
      },
    }),
    route({
      method: 'PUT',
      path: `/api/${access}/order/{id}/drone`,
      operationId: access === 'sprayer' ? 'chooseJobDrone' : 'chooseOrderDrone',
      access,
      tag: access,
      summary: access === 'sprayer' ? 'Choose the drone of one of my jobs' : 'Choose the drone of an order',
      description:
        'Possible until the work is reported. A drone sprays one order per session. While valid licences are required, its registration must be valid on the day of the order.',
      params: OrderId,
      body: DroneChoiceBody,
      bodyExample: { droneId: 1 },
      response: OrderDroneSchema,
      example: { drone: droneExample },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'LICENCE_EXPIRED', 'DRONE_TAKEN'],
      idempotent: true,
      handle: async ({ params, body, user, database: through }) =>
        write(await chooseDrone({ database: through, actor: user, now: clock() }, params.id, body.droneId)),
    }),
  ];
  return [...routesFor('receptionist'), ...routesFor('sprayer')];
}
