import { Type } from 'typebox';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, named } from '../platform/http/schemas.ts';

export const WorkSchema = named(
  'Work',
  Exact({
    orderId: Id(),
    reported: Type.Boolean({ description: 'The crew has reported the work done.' }),
    signedOff: Type.Boolean({ description: 'The farmer has signed it off.' }),
    objected: Type.Boolean({ description: 'The farmer has an open objection.' }),
  }),
);
export const workExample = { orderId: 101, reported: true, signedOff: false, objected: false };
export const writeWork = compileRowWriter(WorkSchema);
