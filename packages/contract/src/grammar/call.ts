import { z } from 'zod';
import type { Permission } from './permissions.ts';

/** One API call, described once and read by both sides. Paths are the published ones and never change. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** Calls about one thing. A change renews everything the console has read from its family. */
  family: string;
  method: 'GET' | 'POST';
  path: string;
  /** Who may call: everyone, anyone signed in, super admins, holders of one permission code, or of any one of several. */
  allow: 'everyone' | 'signedIn' | 'superAdmin' | Permission | readonly Permission[];
  /** For other people's programs: under `/open/v1` instead of `/api`. */
  open?: boolean;
  /** Multipart bodies carry files beside the input's fields; `bytes` calls answer a file instead of the envelope. */
  kind?: 'json' | 'multipart' | 'bytes';
  /** Changes nothing: not audited, no idempotency key. Said of a POST that lists or previews, denied of a GET that writes. */
  reads?: boolean;
  /** The console makes it by itself: it keeps no session from idling out. */
  background?: boolean;
  /** Open to everyone, and yet told who calls where they are signed in. */
  optionalAuth?: boolean;
  /** Open to a session that must change its password first. */
  beforePasswordChange?: boolean;
  /** Whether a look through another account's eyes may make it. What only reads may be made, unless it says no. */
  allowWhileImpersonating?: boolean;
  /** Largest request body where the default of `maxBodyBytesOf` does not fit. */
  maxBodyBytes?: number;
  /** The files a multipart body may carry, by field, with the largest size of each. Without it the call takes no file. */
  maxUploadBytes?: Readonly<Record<string, number>>;
  input: I;
  output: O;
}

type Row<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Omit<Call<I, O>, 'family'>;

/** The calls of one feature. */
export const calls = <T extends Record<string, Row>>(family: string, rows: T) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { family, ...row }])) as {
    [K in keyof T]: Call<T[K]['input'], T[K]['output']>;
  };

/** Where a call is found on the server; parameters of the path stand in it as `:name`. */
export const urlOf = ({ open, path }: Pick<Call, 'open' | 'path'>) => `${open ? '/open/v1' : '/api'}/${path}`;

/** What a caller sends: defaults may be left out. */
export type Sent<C extends Call> = z.input<C['input']>;
/** What a handler receives: parsed, defaults filled. */
export type Input<C extends Call> = z.output<C['input']>;
/** What an answer carries as `data`. */
export type Output<C extends Call> = z.output<C['output']>;
export type Calls = Record<string, Call>;

/** Whether a call changes nothing: what it says itself, else a GET. */
export const onlyReads = ({ reads, method }: Pick<Call, 'reads' | 'method'>): boolean =>
  reads ?? method === 'GET';

/** A read that a page repeats by itself says so: a screen nobody looks at keeps no session from idling out. */
export const backgroundHeader = 'x-unasked';

/** A call whose answer says nothing beyond having succeeded. */
export const nothing = z.object({});
/** Most calls name one record. */
export const byId = z.strictObject({ id: z.uuid() });
/** A moment: UTC, RFC 3339 with milliseconds. */
export const moment = z.iso.datetime();
