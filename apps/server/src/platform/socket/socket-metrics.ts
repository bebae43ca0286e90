import { Counter, Gauge, Registry } from '@prometheus-io/client';

/** The names of the limits in `/metrics`. */
export const limitNames = [
  'sockets_account',
  'sockets_process',
  'openings',
  'failed_openings',
  'subscriptions',
  'messages_account',
  'messages_process',
  'message_bytes',
  'buffered_bytes',
  'origin',
] as const;
export type LimitName = (typeof limitNames)[number];

/** Creates the metrics of the socket: what is open now, and how often each limit was reached. */
export function createSocketMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const reached = new Counter({
    name: 'sweepline_socket_limit_reached_total',
    help: 'Sockets closed, openings refused and turns delayed, by the limit that was reached.',
    labelNames: ['limit'],
    registers,
  });
  // Prometheus computes no rate over the event that creates a series, so every series exists from the start.
  for (const limit of limitNames) reached.inc({ limit }, 0);
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  return {
    registry,
    reached: (limit: LimitName) => reached.inc({ limit }),
    sockets: gauge('sweepline_sockets', 'Open sockets of browsers.'),
    subscriptions: gauge('sweepline_socket_subscriptions', 'Subscriptions of all open sockets.'),
    admissionQueries: new Counter({
      name: 'sweepline_socket_admission_queries_total',
      help: 'Queries that checked which topics an account may subscribe to.',
      registers,
    }),
  };
}
export type SocketMetrics = ReturnType<typeof createSocketMetrics>;
