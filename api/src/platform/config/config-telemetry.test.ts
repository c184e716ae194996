import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('traces', () => {
  test('when no collector is named, then nothing is told', () => {
    expect(readConfig({}).traces).toBeUndefined();
    expect(readConfig({ OTEL_SERVICE_NAME: 'swath' }).traces).toBeUndefined();
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }).traces).toBeUndefined();
  });

  test('when one is named, then it is told there, by the standard variables', () => {
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
  ])('when it is named wrongly, then the start is refused: %o', (env) => {
    expect(() => readConfig(env)).toThrow(/^OTEL_/);
  });
});

describe('metrics and the log', () => {
  test('when a token is set, then it is long enough to be no guess, and a wrong one is not repeated', () => {
    expect(readConfig({}).metricsToken).toBeUndefined();
    expect(readConfig({ SWATH_METRICS_TOKEN: 'abcdefgh12345678' }).metricsToken).toBe('abcdefgh12345678');
    for (const token of ['short', 'with a blank in it, and long'])
      expect(() => readConfig({ SWATH_METRICS_TOKEN: token })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(token) }),
      );
  });

  test('when requests are to be logged, then on says so', () => {
    expect([readConfig({}).logRequests, readConfig({ SWATH_LOG_REQUESTS: 'on' }).logRequests]).toEqual([false, true]);
  });
});
