import { Type } from 'typebox';
import { expertises } from '../accounts/user.ts';
import { CropSchema, cropExample, SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import { CalendarDate, Exact, Id, Int32, NullableOneOf, named, OneOf } from '../platform/http/schemas.ts';

const Count = (description: string) => Int32({ minimum: 0, description });
const Amount = (description: string) => Type.Number({ description });
const NullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

const words = {
  orders: 'Orders for a date in the period, without the cancelled ones.',
  area: "Total area of those orders, in the company's unit.",
  income: 'Money in the ledger for orders of the period, cancelled ones included: card charges and cash, less refunds.',
  cancelled: 'Orders of the period that were cancelled.',
  punctuality: 'Share of the jobs begun that were begun at most 15 minutes after their session did, or before it; null if none was begun.',
  rating: 'Average of the overall ratings given to orders of the period; null without ratings.',
  ratings: 'Number of ratings.',
  offered: 'The places offered are the present capacity on each day of the period, or the places taken if more. null if none were offered.',
};

const measures = (utilisation: string) => ({
  orders: Count(words.orders),
  area: Amount(words.area),
  income: Amount(words.income),
  cancelled: Count(words.cancelled),
  utilisation: NullableNumber(utilisation),
  punctuality: NullableNumber(words.punctuality),
  rating: NullableNumber(words.rating),
  ratings: Count(words.ratings),
});

const measuresExample = {
  orders: 21,
  area: 262.5,
  income: 7125000,
  cancelled: 2,
  utilisation: 0.25,
  punctuality: 0.9474,
  rating: 4.55,
  ratings: 11,
};

const booked = `Places taken, as a share of the places offered. ${words.offered}`;

const TotalsSchema = named(
  'FigureTotals',
  Exact({
    orders: Count(words.orders),
    area: Amount(words.area),
    income: Amount(words.income),
    utilisation: NullableNumber(booked),
    punctuality: NullableNumber(words.punctuality),
    rating: NullableNumber(words.rating),
    cancelled: Count(words.cancelled),
    unpaid: Amount('Amount due for completed orders of the period.'),
  }),
);

export const FiguresSchema = named(
  'Figures',
  Exact({
    from: CalendarDate(),
    to: CalendarDate(),
    previousFrom: CalendarDate({ description: 'First date of the previous period of the same length.' }),
    previousTo: CalendarDate(),
    currency: Type.String(),
    unit: Type.String({ description: 'Unit of area.' }),
    totals: TotalsSchema,
    before: TotalsSchema,
  }),
);

const totalsExample = {
  orders: 84,
  area: 1050,
  income: 28500000,
  utilisation: 0.25,
  punctuality: 0.95,
  rating: 4.5,
  cancelled: 6,
  unpaid: 750000,
};
export const figuresExample = {
  from: '2026-10-19',
  to: '2026-11-15',
  previousFrom: '2026-09-21',
  previousTo: '2026-10-18',
  currency: 'VND',
  unit: 'decare',
  totals: totalsExample,
  before: { ...totalsExample, orders: 80, area: 998.5, income: 27000000, unpaid: 0 },
};

export const WeekSchema = named(
  'WeekFigures',
  Exact({
    from: CalendarDate({ description: 'The Monday, or the first date of the period if that is later.' }),
    to: CalendarDate({ description: 'The Sunday, or the last date of the period if that is earlier.' }),
    ...measures(booked),
  }),
);
export const weekExample = { from: '2026-11-09', to: '2026-11-15', ...measuresExample };

export const CropFiguresSchema = named(
  'CropFigures',
  Exact({ cropType: CropSchema, ...measures(`Its orders, as a share of all places offered. ${words.offered}`) }),
);
export const cropFiguresExample = { cropType: cropExample, ...measuresExample };

export const SessionFiguresSchema = named('SessionFigures', Exact({ session: SessionSchema, ...measures(booked) }));
export const sessionFiguresExample = { session: sessionExample, ...measuresExample };

const jobs = 'Jobs that were begun.';
export const SprayerFiguresSchema = named(
  'SprayerFigures',
  Exact({
    sprayer: Exact({ id: Id(), fullName: Type.String(), expertise: NullableOneOf(expertises), active: Type.Boolean() }),
    ...measures('Their orders, as a share of all sessions that were held; null when there was none.'),
    jobs: Count(jobs),
    ratingChange: NullableNumber('The rating less that of the period before; below zero, it falls. null without both.'),
    before: Exact({ jobs: Count(jobs), area: Amount(words.area), rating: NullableNumber(words.rating), ratings: Count(words.ratings) }),
  }),
);
export const sprayerFiguresExample = {
  sprayer: { id: 5, fullName: 'Lê Văn Bay', expertise: 'expert', active: true },
  ...measuresExample,
  jobs: 19,
  ratingChange: -0.25,
  before: { jobs: 17, area: 240, rating: 4.8, ratings: 10 },
};

export const UnpaidSchema = named(
  'UnpaidFigures',
  Exact({
    age: OneOf(['0-7', '8-30', '31+'], { description: 'Days since the completion.' }),
    orders: Count('Completed orders that are not paid.'),
    amount: Amount('What they owe.'),
  }),
);
export const unpaidExample = { age: '0-7', orders: 2, amount: 750000 };
