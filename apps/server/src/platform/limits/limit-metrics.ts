import { Counter, Gauge, Registry } from '@prometheus-io/client';

const limitNames = [
  'bodyBytes',
  'bodyEncoding',
  'bodyPace',
  'bytesInFlight',
  'callsPerAccount',
  'connectionsPerAddress',
  'publicWrites',
] as const;
export type LimitName = (typeof limitNames)[number];

/** Counts the requests that limits refused, and the bytes in flight. */
export function createLimitMetrics() {
  const registry = new Registry();
  const refused = new Counter({
    name: 'sweepline_refused_total',
    help: 'Requests and connections refused, by limit.',
    labelNames: ['limit'],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'sweepline_body_bytes_in_flight',
    help: 'Bytes of request bodies that are arriving or being worked on, by where they lie.',
    labelNames: ['place'],
    registers: [registry],
  });
  for (const limit of limitNames) refused.inc({ limit }, 0);
  return {
    registry,
    refused: (limit: LimitName) => refused.inc({ limit }),
    setInFlight: (place: string, bytes: number) => inFlight.set({ place }, bytes),
  };
}
export type LimitMetrics = ReturnType<typeof createLimitMetrics>;
