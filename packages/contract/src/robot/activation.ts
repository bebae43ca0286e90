import { z } from 'zod';

/** Why an activation was refused: docs/protocol/credentials.md#activation-errors. */
export const activationFaults = [
  'CODE_UNKNOWN',
  'CODE_USED',
  'CODE_EXPIRED',
  'CODE_FAILED',
  'SN_TAKEN',
  'MODEL_MISMATCH',
  'BAD_CSR',
  'DOT_IN_NAME',
  'RATE_LIMITED',
] as const;
export type ActivationFault = (typeof activationFaults)[number];

const name = z.string().regex(/^[A-Za-z0-9_.:-]{1,32}$/);

/** Request of a robot to be activated: docs/protocol/credentials.md#activation. */
export const activationRequest = z.object({
  manufacturer: name,
  serialNumber: name,
  model: z.string().min(1).max(32),
  hardwareId: z.string().min(1).max(128),
  activationCode: z.string().max(64),
  csr: z.string().max(8192).optional(),
  credentialType: z.enum(['CERTIFICATE', 'PASSWORD']).optional(),
  versions: z.record(z.string().max(40), z.string().max(80)).optional(),
  iccid: z.string().max(22).optional(),
  nonce: z.string().min(8).max(128),
});
export type ActivationRequest = z.infer<typeof activationRequest>;

/** Broker that a robot connects to. */
export const brokerAddress = z.object({
  host: z.string(),
  port: z.number().int(),
  interfaceName: z.string(),
  tls: z.boolean(),
});
export type BrokerAddress = z.infer<typeof brokerAddress>;

export const issuedCertificate = z.object({
  certificate: z.string(),
  /** Issuing certificates, up to the root. */
  chain: z.array(z.string()),
  notAfter: z.iso.datetime(),
});
export const activationAnswer = issuedCertificate
  .partial()
  .extend({ deviceId: z.string(), mqtt: brokerAddress, password: z.string().optional() });
export type ActivationAnswer = z.infer<typeof activationAnswer>;
