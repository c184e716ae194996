import { Type } from 'typebox';
import { maxArea } from '../catalog/catalog-schemas.ts';
import { Line, LineOrEmpty, OneOf, Timestamp } from '../platform/http/schemas.ts';
import { doseUnits } from './record-details.ts';

const OptionalLine = (longest: number, description?: string) =>
  Type.Optional(LineOrEmpty(longest, description === undefined ? {} : { description }));
const OptionalNumber = (minimum: number, maximum: number, description?: string) =>
  Type.Optional(Type.Number({ minimum, maximum, ...(description === undefined ? {} : { description }) }));
const Clearable = (type: 'integer' | 'number', minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Unsafe<number | null>({ type: [type, 'null'], minimum, maximum, description }));

const ProductBody = Type.Object({
  name: Line(200),
  authorisationNumber: OptionalLine(60),
  activeIngredients: OptionalLine(500),
  dose: OptionalNumber(0, 1_000_000),
  doseUnit: Type.Optional(OneOf(doseUnits)),
  total: OptionalNumber(0, 1_000_000_000, 'In the unit of the dose, without the area. Default: dose times area.'),
  reEntryHours: OptionalNumber(0, 8760),
  preHarvestDays: OptionalNumber(0, 3650),
});

const MeasuredBody = Type.Object({
  windKmh: OptionalNumber(0, 200),
  gustKmh: OptionalNumber(0, 300),
  windDirectionDeg: OptionalNumber(0, 360, 'Where the wind comes from.'),
  temperatureC: OptionalNumber(-40, 60),
  humidityPercent: OptionalNumber(0, 100),
});

/** What the crew is asked for at the end of the work. */
const crewFields = {
  operatorLicence: OptionalLine(60, 'Number of the licence of the operator.'),
  eppoCode: Type.Optional(
    Type.String({
      pattern: '^\\s*([0-9A-Za-z]{5,6})?\\s*$',
      patternHint: 'must be an EPPO code of five or six letters and digits, like ORYSA',
      description: 'EPPO code of the crop.',
    }),
  ),
  bbch: Clearable('integer', 0, 99, 'Growth stage by BBCH.'),
  target: OptionalLine(200),
  products: Type.Optional(Type.Array(ProductBody, { maxItems: 10, description: 'All products; replaces those that are known.' })),
  waterLitres: Clearable('number', 0, 10_000_000, 'Water on the whole area.'),
  equipment: OptionalLine(200, 'Way of application.'),
  droneSerial: OptionalLine(100),
  droneRegistration: OptionalLine(60),
  weatherStart: Type.Optional(MeasuredBody),
  weatherEnd: Type.Optional(MeasuredBody),
  buffersKept: OptionalLine(500),
};

export const CrewDetailsBody = Type.Object(crewFields);

export const OfficeDetailsBody = Type.Object({
  ...crewFields,
  customerAddress: OptionalLine(300),
  companyAddress: OptionalLine(300),
  companyContact: OptionalLine(40),
  place: OptionalLine(500, 'Name or description of the place.'),
  treatedArea: OptionalNumber(0, maxArea, "In the company's unit."),
  crop: OptionalLine(200),
  startedAt: Type.Optional(Timestamp()),
  finishedAt: Type.Optional(Timestamp()),
  note: Type.Optional(Type.String({ maxLength: 2000 })),
  findingsReason: OptionalLine(500, 'Only by an admin: why `findings` are left as they are.'),
});

export const detailsExample = { eppoCode: 'ORYSA', bbch: 51, target: 'Rầy nâu' };
