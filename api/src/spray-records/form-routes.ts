import { Type } from 'typebox';
import { isCrewMember } from '../dispatch/crew-store.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named, OneOf } from '../platform/http/schemas.ts';
import { crewQuestions } from './form-rules.ts';
import { prepareForm } from './prepare-form.ts';
import { profileIds } from './profile-rules.ts';
import { doseUnits } from './record-details.ts';

const NullableText = () => Type.Unsafe<string | null>({ type: ['string', 'null'] });
const NullableNumber = () => Type.Unsafe<number | null>({ type: ['number', 'null'] });

const FormSchema = named(
  'SprayRecordForm',
  Exact({
    profile: OneOf(profileIds),
    asked: Type.Array(OneOf(crewQuestions), { description: 'What the record would lack, and the crew can know.' }),
    suggested: Exact(
      {
        products: Type.Array(
          Exact({
            name: Type.String(),
            authorisationNumber: NullableText(),
            activeIngredients: NullableText(),
            dose: NullableNumber(),
            doseUnit: Type.Unsafe<(typeof doseUnits)[number] | null>({ type: ['string', 'null'], enum: [...doseUnits, null] }),
            reEntryHours: NullableNumber(),
            preHarvestDays: NullableNumber(),
          }),
        ),
        target: NullableText(),
        eppoCode: NullableText(),
        equipment: NullableText(),
        droneSerial: NullableText(),
        droneRegistration: NullableText(),
        operatorLicence: NullableText(),
      },
      { description: 'From the last visit of the place, and the last job of the sprayer; null: not known, or not asked.' },
    ),
  }),
);

/** What the crew is asked for at the end of the work. */
export function formRoutes({ database, catalog, clock }: OrderDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/sprayer/order/{id}/spray-record-form',
      operationId: 'getSprayRecordForm',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'What the spray record of one of my jobs needs from the crew',
      description: 'Only what the service does not know and the law asks for. The answers are sent with the finish.',
      params: OrderId,
      response: FormSchema,
      example: {
        profile: 'eu',
        asked: ['eppoCode', 'bbch'],
        suggested: {
          products: [],
          target: null,
          eppoCode: 'ORYSA',
          equipment: null,
          droneSerial: null,
          droneRegistration: null,
          operatorLicence: null,
        },
      },
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        if (!(await isCrewMember(database.read, params.id, user.id))) throw orderNotFound();
        const { company } = await catalog.facts();
        const form = await prepareForm(database.read, { orderId: params.id, sprayerId: user.id, company, now: clock() });
        if (form === undefined) throw orderNotFound();
        const { products = [], target, eppoCode, equipment, droneSerial, droneRegistration, operatorLicence } = form.suggested;
        return {
          ...form,
          suggested: {
            products: products.map((product) => ({
              name: product.name,
              authorisationNumber: product.authorisationNumber ?? null,
              activeIngredients: product.activeIngredients ?? null,
              dose: product.dose ?? null,
              doseUnit: product.doseUnit ?? null,
              reEntryHours: product.reEntryHours ?? null,
              preHarvestDays: product.preHarvestDays ?? null,
            })),
            target: target ?? null,
            eppoCode: eppoCode ?? null,
            equipment: equipment ?? null,
            droneSerial: droneSerial ?? null,
            droneRegistration: droneRegistration ?? null,
            operatorLicence: operatorLicence ?? null,
          },
        };
      },
    }),
  ];
}
