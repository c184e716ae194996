import { type Static, Type } from 'typebox';
import { idValue, toJson } from '../platform/http/id-json.ts';
import { CalendarDate, Exact, Id, Line, named } from '../platform/http/schemas.ts';
import type { Drone } from './drone.ts';
import type { DroneInput } from './drone-store.ts';
import type { Licence } from './licence.ts';
import type { LicenceInput } from './licence-store.ts';

const validUntil = CalendarDate({ description: 'The last day on which it is valid.' });

export const LicenceSchema = named(
  'Licence',
  Exact({
    id: Id(),
    sprayer: Exact({ id: Id(), fullName: Type.String() }),
    number: Type.String(),
    class: Type.String(),
    issuer: Type.String(),
    validUntil,
  }),
);
export const licenceExample = {
  id: 1,
  sprayer: { id: 6, fullName: 'Lê Văn Bay' },
  number: 'CC-0123',
  class: 'Drone spraying',
  issuer: 'Chi cục Trồng trọt và BVTV An Giang',
  validUntil: '2027-06-30',
};
const licenceFields = { number: Line(60), class: Line(60), issuer: Line(200), validUntil };
export const NewLicenceBody = named('NewLicence', Type.Object({ sprayerId: Id('The sprayer.'), ...licenceFields }));
export const LicenceBody = named('LicenceChange', Type.Object(licenceFields));
const { id: _, sprayer: __, ...licenceValues } = licenceExample;
export const licenceBodyExample = licenceValues;

export const toLicenceInput = (body: Static<typeof LicenceBody>): LicenceInput => ({
  number: body.number.trim(),
  class: body.class.trim(),
  issuer: body.issuer.trim(),
  validUntil: body.validUntil,
});

export const writeLicence = ({ id, sprayer, number, class: category, issuer, validUntil: until }: Licence): string =>
  toJson({ id: idValue(id), sprayer: { ...sprayer, id: idValue(sprayer.id) }, number, class: category, issuer, validUntil: until });

const droneFields = {
  model: Line(100),
  serial: Line(100),
  registration: Line(60),
  validUntil: CalendarDate({ description: 'The last day on which the registration is valid.' }),
  tankLitres: Type.Number({ minimum: 0.1, maximum: 10_000 }),
  swathMetres: Type.Number({ minimum: 0.1, maximum: 100 }),
};
export const DroneSchema = named(
  'Drone',
  Exact({ id: Id(), ...droneFields, active: Type.Boolean({ description: 'Whether it can be chosen for orders.' }) }),
);
export const droneExample = {
  id: 1,
  model: 'Agri 30',
  serial: 'A30-00172',
  registration: 'VN-UAS-0042',
  validUntil: '2027-03-31',
  tankLitres: 30,
  swathMetres: 7,
  active: true,
};
export const DroneBody = named('NewDrone', Type.Object({ ...droneFields, active: Type.Optional(Type.Boolean()) }));
/** The same fields for a PUT. */
export const DroneChangeBody = named('DroneChange', Type.Object(DroneBody.properties));
const { id: ___, ...droneValues } = droneExample;
export const droneBodyExample = droneValues;

export const toDroneInput = (body: Static<typeof DroneBody>): DroneInput => ({
  model: body.model.trim(),
  serial: body.serial.trim(),
  registration: body.registration.trim(),
  validUntil: body.validUntil,
  tankLitres: body.tankLitres,
  swathMetres: body.swathMetres,
  active: body.active ?? true,
});

export const writeDrone = ({ id, ...drone }: Drone): string => toJson({ id: idValue(id), ...drone });
