import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('traces', () => {
  test('when no collector is configured, then traces are not exported', () => {
    expect(readConfig({}).traces).toBeUndefined();
    expect(readConfig({ OTEL_SERVICE_NAME: 'swath' }).traces).toBeUndefined();
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }).traces).toBeUndefined();
  });

  test('when a collector is configured, then traces are exported there, by the standard variables', () => {
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }).traces).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      serviceName: 'swath',
      ratio: 1,
    });
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=spray',
      OTEL_SERVICE_NAME: 'swath-north',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(readConfig(env).traces).toEqual({
      url: 'https://traces.example.com/in',
      headers: { authorization: 'Bearer abc', 'x-team': 'spray' },
      serviceName: 'swath-north',
      ratio: 0.25,
    });
  });

  test.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '2' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: 'some' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'nothing' },
  ])('when the trace settings are %o, then the start is refused', (env) => {
    expect(() => readConfig(env)).toThrow(/^OTEL_/);
  });
});

describe('metrics and log', () => {
  test('when a metrics token is set, then short or invalid ones are refused, and the error does not contain the token', () => {
    expect(readConfig({}).metricsToken).toBeUndefined();
    expect(readConfig({ SWATH_METRICS_TOKEN: 'abcdefgh12345678' }).metricsToken).toBe('abcdefgh12345678');
    for (const token of ['short', 'with a blank in it, and long'])
      expect(() => readConfig({ SWATH_METRICS_TOKEN: token })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(token) }),
      );
  });

  test('when request logging is on, then requests are logged', () => {
    expect([readConfig({}).logRequests, readConfig({ SWATH_LOG_REQUESTS: 'on' }).logRequests]).toEqual([false, true]);
  });
});
