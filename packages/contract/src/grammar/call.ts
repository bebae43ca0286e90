import { z } from 'zod';
import { withPeriodOrder } from './period.ts';
import type { Permission } from './permissions.ts';

/** One API call, described once and read by both sides. Paths are the published ones and never change. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** Cache key of related calls: a change invalidates everything the console has read from this family. */
  family: string;
  method: 'GET' | 'POST';
  path: string;
  /** Who may call: everyone, anyone signed in, super admins, holders of one permission code, or of any one of several. */
  allow: 'everyone' | 'signedIn' | 'superAdmin' | Permission | readonly Permission[];
  /** For programs of third parties: under `/open/v1` instead of `/api`. */
  open?: boolean;
  /** Multipart bodies carry files beside the input's fields; `bytes` calls answer a file instead of the envelope. */
  kind?: 'json' | 'multipart' | 'bytes';
  /** Changes nothing: not audited, no idempotency key. Set on a POST that only reads; false on a GET that writes. */
  reads?: boolean;
  /** Sent by the console without user action: it does not extend the session. */
  background?: boolean;
  /** Open to everyone; the handler still receives the account of a signed-in caller. */
  optionalAuth?: boolean;
  /** It opens a session, so pages of a foreign origin may not send it. */
  opensSession?: boolean;
  /** Open to a session that must change its password first. */
  beforePasswordChange?: boolean;
  /** Open to a session that must accept an agreement first. */
  beforeAgreement?: boolean;
  /** Whether an impersonating session may call it. The default is true for reads and false for changes. */
  allowWhileImpersonating?: boolean;
  /** Largest request body where the default of `maxBodyBytesOf` does not fit. */
  maxBodyBytes?: number;
  /** Files of a multipart body: field name to largest size in bytes. Without it the call accepts no file. */
  maxUploadBytes?: Readonly<Record<string, number>>;
  input: I;
  output: O;
}

type Row<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Omit<Call<I, O>, 'family'>;

/** Declares the calls of one feature. `family` is added to each, and the order of the ends of a period in its input. */
export const calls = <T extends Record<string, Row>>(family: string, rows: T) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { family, ...row, input: withPeriodOrder(row.input) }]),
  ) as {
    [K in keyof T]: Call<T[K]['input'], T[K]['output']>;
  };

/** Path of a call on the server; path parameters are written `:name`. */
export const urlOf = ({ open, path }: Pick<Call, 'open' | 'path'>) => `${open ? '/open/v1' : '/api'}/${path}`;

/** What a caller sends: defaults may be left out. */
export type Sent<C extends Call> = z.input<C['input']>;
/** What a handler receives: parsed, defaults filled. */
export type Input<C extends Call> = z.output<C['input']>;
/** What an answer carries as `data`. */
export type Output<C extends Call> = z.output<C['output']>;
export type Calls = Record<string, Call>;

/** Whether a call changes nothing: its `reads` flag, else whether it is a GET. */
export const onlyReads = ({ reads, method }: Pick<Call, 'reads' | 'method'>): boolean =>
  reads ?? method === 'GET';

/** Header of requests that a page repeats without user action. They do not extend the session of an unattended screen. */
export const backgroundHeader = 'x-unasked';

/** Output of a call that returns no data. */
export const nothing = z.object({});
/** Input of a call about one record. */
export const byId = z.strictObject({ id: z.uuid() });
/** A moment: UTC, RFC 3339 with milliseconds. */
export const moment = z.iso.datetime();
