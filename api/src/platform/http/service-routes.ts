import { Type } from 'typebox';
import { AppError } from '../../errors.ts';
import { latestMigration } from '../migrations/migration-files.ts';
import { findLatestMigration } from '../migrations/migration-store.ts';
import type { Database } from '../postgres/database.ts';
import { clusterMetrics } from '../telemetry/cluster-metrics.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { EncodedText } from './encoded-text.ts';
import { type Route, route } from './route.ts';
import { Exact, named, OneOf } from './schemas.ts';

const HealthSchema = named('Health', Exact({ status: OneOf(['ok']) }));
const ok = { status: 'ok' };

export interface MetricsAccess {
  metrics: Metrics;
  /** Bearer token for scrapers, in addition to the token of an admin. */
  token: string | undefined;
}

/** Not part of the public contract, so it is not in the OpenAPI document. */
export function metricsRoute({ metrics, token }: MetricsAccess): Route {
  const all = clusterMetrics(metrics);
  return route({
    method: 'GET',
    path: '/metrics',
    operationId: 'metrics',
    access: 'admin',
    key: token,
    tag: 'service',
    summary: 'Metrics for Prometheus',
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    response: Type.String(),
    example: 'swath_database_up 1\n',
    handle: async () => metrics.text(await all?.()),
  });
}

export function serviceRoutes(database: Database, document: () => object): Route[] {
  let openApi: EncodedText | undefined;
  return [
    route({
      method: 'GET',
      path: '/api/health/live',
      operationId: 'live',
      access: 'public',
      tag: 'service',
      summary: 'Liveness probe',
      response: HealthSchema,
      example: ok,
      handle: async () => ok,
    }),
    route({
      method: 'GET',
      path: '/api/health/ready',
      operationId: 'ready',
      access: 'public',
      tag: 'service',
      summary: 'Readiness probe',
      description: 'Succeeds if the database is reachable and has the schema of this version.',
      response: HealthSchema,
      example: ok,
      async handle() {
        if ((await findLatestMigration(database.read)) < latestMigration) {
          throw new AppError('DATABASE_UNAVAILABLE', 'Migrations of the database are in progress.', { retryAfterSeconds: 2 });
        }
        return ok;
      },
    }),
    route({
      method: 'GET',
      path: '/api/openapi.json',
      operationId: 'openApi',
      access: 'public',
      tag: 'service',
      summary: 'This document',
      response: Type.Object({}, { additionalProperties: true, title: 'OpenApiDocument', description: 'An OpenAPI 3.1 document.' }),
      example: { openapi: '3.1.0', info: { title: 'Swath', version: 'v0' } },
      async handle() {
        openApi ??= new EncodedText(JSON.stringify(document(), null, 2));
        return openApi;
      },
    }),
  ];
}
