import {
  isStorableText,
  managedFileLimits,
  tusVersion,
  uploadLimits,
  uploadPurposes,
} from '@sweepline/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import { RequestRefusal } from '../../../platform/http/request-refusal.ts';
import { baseName } from './managed-file-rules.ts';
import type { NewUpload } from './upload-service.ts';

const text = (maxLength: number) => z.string().trim().max(maxLength).refine(isStorableText).default('');

/** What a sender says about a new file; other keys are ignored, because senders add their own. */
const metadata = z.object({
  purpose: z.enum(uploadPurposes),
  filename: z
    .string()
    .transform(baseName)
    .pipe(z.string().min(1).max(uploadLimits.name))
    .refine(isStorableText),
  filetype: z
    .string()
    .regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/)
    .catch('application/octet-stream')
    .default('application/octet-stream'),
  label: text(managedFileLimits.label),
  remarks: text(managedFileLimits.remarks),
});

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** The number in a header; refuses the request without one. */
export function numberIn({ headers }: FastifyRequest, name: string): number {
  const { data, success } = wholeNumber.safeParse(headers[name]);
  if (!success) throw new Refusal('invalid');
  return data;
}

/** `Upload-Metadata`: keys with their values in base64, separated by commas. */
const pairsOf = (header: string): Record<string, string> =>
  Object.fromEntries(
    header
      .split(',')
      .map((pair) => pair.trim().split(' '))
      .map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  );

/** The upload that a creation request announces. */
export function announcedUpload(request: FastifyRequest): NewUpload {
  const header = request.headers['upload-metadata'];
  const parsed = metadata.safeParse(pairsOf(typeof header === 'string' ? header : ''));
  if (!parsed.success) throw wrongField(String(parsed.error.issues[0]?.path[0] ?? 'purpose'), 'INVALID');
  const { filename: name, filetype: mediaType, ...rest } = parsed.data;
  return { ...rest, name, mediaType, bytes: numberIn(request, 'upload-length') };
}

/** Refuses another version of the protocol. */
export function checkVersion({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] !== tusVersion) throw new RequestRefusal('invalid', 412);
}
