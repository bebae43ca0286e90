/** SNAPSHOT: with the record as it was; THIN: only names, the receiver reads the present state. */
export const webhookModes = ['SNAPSHOT', 'THIN'] as const;
export type WebhookMode = (typeof webhookModes)[number];

export const webhookStates = ['ENABLED', 'DISABLED'] as const;
/** By a person, because the receiver answered 410, or because every attempt failed for five days. */
export const webhookDisablings = ['PERSON', 'GONE', 'FAILING'] as const;
export type WebhookDisabling = (typeof webhookDisablings)[number];

/** WAITING: it is sent again at `nextAt`, or its endpoint is disabled. */
export const webhookDeliveryStates = ['WAITING', 'DELIVERED', 'FAILED'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** By the schedule, because a person asked for it, or as a test event. */
export const attemptKinds = ['SCHEDULE', 'REPLAY', 'TEST'] as const;

/** Why an attempt failed. */
export const attemptFailures = [
  /** The answer was not 2xx. */
  'STATUS',
  /** An answer of 3xx is not followed. */
  'REDIRECT',
  'TIMEOUT',
  /** The name has no address. */
  'NAME',
  /** The name leads to an address inside a network that is not allowed. */
  'ADDRESS',
  /** The certificate is not valid for the name, or TLS failed. */
  'TLS',
  'CONNECTION',
  /** The event belongs to a company that the endpoint does not see any more, or is older than the stored ones. */
  'EVENT',
] as const;
export type AttemptFailure = (typeof attemptFailures)[number];

export const webhookRules = {
  /** Endpoints of an API user. */
  endpoints: 10,
  /** Seconds until an attempt is given up. */
  timeoutS: 15,
  /** Seconds between the attempts of a delivery. Each is lengthened by chance by up to a tenth. */
  retriesS: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  /** Days of failures after which an endpoint is disabled. */
  failingDays: 5,
  /** Hours for which both secrets sign after a rotation. */
  rotationHours: 24,
  /** Bytes of an answer that are stored. */
  answerBytes: 4_096,
  /** Deliveries that one replay of a range may send again. */
  replays: 10_000,
} as const;

/** The type of a test event. It is no event of the list and has no position. */
export const webhookTest = 'webhook.test';
