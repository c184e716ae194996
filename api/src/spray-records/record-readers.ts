import { Type } from 'typebox';
import type { Principal } from '../platform/http/auth.ts';
import { Id } from '../platform/http/schemas.ts';
import type { RecordReader } from './record-reader-store.ts';

export const RecordId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The spray record.'), example: 12 }) });

/** Who reads what. */
export const recordReaders = [
  { access: 'receptionist', prefix: '/api/receptionist', name: '', whose: 'a spray record', readerOf: (): RecordReader => ({}) },
  {
    access: 'farmer',
    prefix: '/api/farmer',
    name: 'My',
    whose: 'a spray record of my orders',
    readerOf: ({ id }: Principal): RecordReader => ({ farmerId: id }),
  },
  {
    access: 'sprayer',
    prefix: '/api/sprayer',
    name: 'Job',
    whose: 'a spray record of my jobs',
    readerOf: ({ id }: Principal): RecordReader => ({ sprayerId: id }),
  },
] as const;
