import type { FastifyInstance } from 'fastify';
import { docsPage, docsScript } from './docs-page.ts';
import { Refusal, type Account, type FindAccount } from '../calls/ctx.ts';

/** Adds the API's description for signed-in staff: a page and its OpenAPI document. */
export function registerDocs(
  app: FastifyInstance,
  describe: () => object,
  findAccount: FindAccount,
  isStaff: (account: Account) => boolean,
): void {
  let text: string | undefined;
  app.get(
    '/api/docs',
    async (_request, reply) => await reply.type('text/html; charset=utf-8').send(docsPage),
  );
  app.get(
    '/api/docs/page.js',
    async (_request, reply) => await reply.type('text/javascript; charset=utf-8').send(docsScript),
  );
  app.get('/api/docs/openapi.json', async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const account = await findAccount(token).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (!account) return await reply.code(401).send();
    if (!isStaff(account)) return await reply.code(403).send();
    text ??= JSON.stringify(describe());
    return await reply.type('application/json; charset=utf-8').send(text);
  });
}
