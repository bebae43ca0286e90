import type { Readable } from 'node:stream';
import {
  fileIdHeader,
  tusPath,
  tusVersion,
  uploadLimits,
  uploadPermissions,
  type Call,
} from '@sweepline/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { auditEntry, writeAudit, type Occasion } from '../../../platform/audit/audit.ts';
import { admitCall, occasionOf } from '../../../platform/calls/call-admission.ts';
import { refuseCall } from '../../../platform/calls/call-refusal.ts';
import { Refusal, type Account } from '../../../platform/calls/ctx.ts';
import { withDeadline } from '../../../platform/calls/deadline.ts';
import { isTransport, refusalOf } from '../../../platform/calls/error-mapping.ts';
import { withRequestContext } from '../../../platform/calls/request-context.ts';
import type { CallDeps } from '../../../platform/calls/services.ts';
import { lengthOf } from '../../../platform/limits/body-admission.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { RequestRefusal } from '../../../platform/http/request-refusal.ts';
import { withStatus } from '../../../platform/http/status-refusal.ts';
import { announcedUpload, checkVersion, numberIn } from './tus-request.ts';
import { createUploads, type UploadService } from './upload-service.ts';
import type { FileUploadRow } from './file-upload-table.ts';

export interface TusDeps extends CallDeps {
  quotaBytes: number;
}

const content = 'application/offset+octet-stream';
const path = `${tusPath}/:id`;

/** The id in the address; a text that is no id names no upload. */
function idOf({ params }: FastifyRequest): string {
  const { data } = z.object({ id: z.uuid() }).safeParse(params);
  if (!data) throw new Refusal('uploadGone');
  return data.id;
}

/** A request of the protocol as a call, so that it is admitted, limited and audited like one. */
const asCall = (row: Partial<Call> = {}): Call => ({
  family: 'uploads',
  method: 'POST',
  path: tusPath.slice('/api/'.length),
  allow: Object.values(uploadPermissions),
  maxBodyBytes: 0,
  input: z.unknown(),
  output: z.unknown(),
  ...row,
});

interface Action {
  /** Its name in the audit. */
  action: string;
  call: Call;
}
const actions = {
  create: { action: 'create', call: asCall() },
  read: { action: 'read', call: asCall({ reads: true }) },
  append: {
    action: 'append',
    call: asCall({
      maxBodyBytes: uploadLimits.requestBytes,
      maxUploadBytes: { part: uploadLimits.requestBytes },
    }),
  },
  remove: { action: 'remove', call: asCall() },
} satisfies Record<string, Action>;

interface TusRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  account: Account;
  /** Runs a change: the audit records the rows that it changes, and gets an entry in its transaction. */
  audited<T>(action: string, change: (entry: Entry) => Promise<T>): Promise<T>;
}
type Entry = (tx: Tx, id: string) => Promise<void>;
type Handle = (tus: TusRequest) => Promise<FastifyReply>;

/** Uploads in several requests by the protocol tus 1.0 with creation, termination and expiration (https://tus.io). */
export function addTusRoutes(app: FastifyInstance, deps: TusDeps): void {
  const uploads = createUploads({ ...deps, files: deps.services.files });
  app.addContentTypeParser(content, (_request, body, done) => done(null, body));
  const add = (method: RouteOptions['method'], url: string, action: Action, handle: Handle) =>
    app.route({
      method,
      url,
      bodyLimit: Math.max(1, action.call.maxBodyBytes ?? 0),
      ...served(deps, action, handle),
    });
  app.options(tusPath, (_request, reply) =>
    reply
      .code(204)
      .header('tus-resumable', tusVersion)
      .header('tus-version', tusVersion)
      .header('tus-extension', 'creation,expiration,termination')
      .header('tus-max-size', uploadLimits.bytes)
      .send(),
  );
  add('POST', tusPath, actions.create, (tus) => create(uploads, tus));
  add('HEAD', path, actions.read, (tus) => read(uploads, tus));
  add('PATCH', path, actions.append, (tus) => append(uploads, tus));
  add('DELETE', path, actions.remove, (tus) => remove(uploads, tus));
}

/** The hooks of one route: version, session, permission and size before the body, then the handler. */
function served(
  deps: TusDeps,
  { call, action }: Action,
  handle: Handle,
): Pick<RouteOptions, 'onRequest' | 'handler'> {
  const occasions = new WeakMap<FastifyRequest, Occasion>();
  const refuse = (error: unknown, occasion: Occasion, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error);
    if (!refusal && !isTransport(error))
      request.log.error({ err: error, call: call.path }, 'an upload failed');
    const answered = refusal ?? (isTransport(error) ? undefined : new Refusal('internal'));
    return refuseCall(deps, occasion, answered ? withStatus(answered) : error, { request, reply });
  };
  return {
    onRequest: async (request, reply) => {
      const occasion = { ...occasionOf(deps, call, request), action: `uploads.${action}` };
      occasions.set(request, occasion);
      void reply.header('tus-resumable', tusVersion);
      try {
        checkVersion(request);
        await withDeadline(deps.timeoutMs, () => admitCall(deps, occasion, request));
      } catch (error) {
        return await refuse(error, occasion, request, reply);
      }
    },
    handler: (request, reply) =>
      deps.bodies.hold(request, async () => {
        const occasion = occasions.get(request)!;
        try {
          const { account } = occasion;
          if (!account) throw new Refusal('signedOut');
          return await handle({ request, reply, account, audited: auditedIn(occasion) });
        } catch (error) {
          return await refuse(error, occasion, request, reply);
        }
      }),
  };
}

const auditedIn =
  (occasion: Occasion): TusRequest['audited'] =>
  (action, change) => {
    const { account, requestId, at } = occasion;
    const entry: Entry = (tx, id) =>
      writeAudit(tx, auditEntry({ ...occasion, action: `uploads.${action}` }, 200, null, { input: { id } }));
    return withRequestContext({ requestId, at, accountId: account?.id }, () => change(entry));
  };

const create = async (uploads: UploadService, tus: TusRequest) => {
  const { request, reply, account, audited } = tus;
  const announced = announcedUpload(request);
  const row = await audited('create', (entry) =>
    uploads.begin(account, announced, (tx, { id }) => entry(tx, id)),
  );
  await finishIfWhole(uploads, tus, row);
  return await reply.code(201).header('location', `${tusPath}/${row.id}`).send();
};

const read = async (uploads: UploadService, tus: TusRequest) => {
  const { request, reply, account } = tus;
  const row = await uploads.find(account, idOf(request));
  // The answer of the last part may be lost, or its server may have died before the parts were joined.
  await finishIfWhole(uploads, tus, row);
  return await reply.code(200).header('upload-length', row.bytes).header('cache-control', 'no-store').send();
};

const append = async (uploads: UploadService, tus: TusRequest) => {
  const { request, reply, account } = tus;
  if (request.headers['content-type'] !== content) throw new RequestRefusal('fileFormat', 415);
  const row = await uploads.find(account, idOf(request));
  const offset = numberIn(request, 'upload-offset');
  if (offset === row.receivedBytes && lengthOf(request) > row.bytes - offset)
    throw new RequestRefusal('fileTooLarge', 413);
  // Fastify leaves out an empty body.
  const body = request.body as Readable | undefined;
  await finishIfWhole(uploads, tus, body ? await uploads.append(account, row, offset, body) : row);
  return await reply.code(204).send();
};

const remove = async (uploads: UploadService, { request, reply, account, audited }: TusRequest) => {
  const row = await uploads.find(account, idOf(request));
  await audited('remove', (entry) => uploads.remove(account, row, (tx) => entry(tx, row.id)));
  return await reply.code(204).send();
};

/** Sets the headers that name the state of the upload; a complete one becomes a file. */
async function finishIfWhole(
  uploads: UploadService,
  { reply, account, audited }: TusRequest,
  row: FileUploadRow,
): Promise<void> {
  void reply
    .header('upload-offset', row.receivedBytes)
    .header('upload-expires', new Date(row.expiresAt).toUTCString());
  if (row.receivedBytes < row.bytes) return;
  const fileId = await audited('finish', (entry) => uploads.finish(account, row, entry));
  void reply.header(fileIdHeader, fileId);
}
