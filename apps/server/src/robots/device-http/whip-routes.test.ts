import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { Registration } from '../identity/registry.ts';
import { UploadRefusal } from './upload-service.ts';
import { addWhipRoute } from './whip-routes.ts';

/** The only part of a registration that the route reads. */
const robot = { deviceId: newId() } as Registration;
const silent = () => Promise.reject(new RobotRefusal('TIMED_OUT'));
let app: ReturnType<typeof fastify>;
beforeEach(() => {
  app = fastify();
  app.setErrorHandler((error: Error, _request: FastifyRequest, reply: FastifyReply) =>
    reply.code(error instanceof UploadRefusal ? error.status : 500).send(),
  );
  const videos = { publish: silent, unpublish: silent };
  addWhipRoute(app, { videos, boundCaller: () => Promise.resolve(robot) });
});
afterEach(() => app.close());

test.each(['POST', 'DELETE'] as const)(
  'a %s is answered with 503 when the owner of the robot is silent',
  async (method) => {
    const url = `/whip/${newId()}?token=a`;
    const offer = { headers: { 'content-type': 'application/sdp' }, payload: 'v=0' };
    const { statusCode } = await app.inject({ method, url, ...(method === 'POST' && offer) });
    expect(statusCode).toBe(503);
  },
);
