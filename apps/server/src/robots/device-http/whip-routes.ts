import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Robots } from '../../robots-port/robots.ts';
import type { Registration } from '../identity/registry.ts';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';
import { unknownId } from '../intake/uplink-refusals.ts';
import { UploadRefusal } from './upload-service.ts';

export interface WhipDeps {
  /** Brings offers to the owner of the robot; without it there is no WebRTC. */
  videos?: Pick<Robots['videos'], 'publish' | 'unpublish'> | undefined;
}

const whipPath = z.object({ sessionId: z.uuid() });
const whipQuery = z.object({ token: z.string().min(1).max(200) });
const sdpType = 'application/sdp';
/** Larger than an offer that is accepted, so that one that is too large is answered as such. */
const bodyLimit = 64 * 1024;

/** The server that owns the robot does not answer, or the robot is on its way to another: it tries again. */
function refuseSilence(error: unknown): never {
  if (error instanceof RobotRefusal) throw new UploadRefusal(503, 'try again');
  throw error;
}

/** Streams of cameras over WebRTC: the robot offers, the server answers (docs/protocol/video.md#webrtc). */
export function addWhipRoute(
  app: FastifyInstance,
  { videos, boundCaller }: WhipDeps & { boundCaller(request: FastifyRequest): Promise<Registration> },
): void {
  app.addContentTypeParser(sdpType, { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/whip/:sessionId', { bodyLimit }, async (request, reply) => {
    const { deviceId } = await boundCaller(request);
    const { sessionId } = whipPath.parse(request.params);
    const { token } = whipQuery.parse(request.query);
    if (typeof request.body !== 'string') throw new UploadRefusal(400, 'not an SDP offer');
    const offer = { deviceId, sessionId, token, sdp: request.body };
    const answer = await videos?.publish(offer).catch(refuseSilence);
    if (answer && 'sdp' in answer)
      return await reply
        .code(201)
        .header('location', `/device/v1/whip/${sessionId}`)
        .type(sdpType)
        .send(answer.sdp);
    if (answer?.refused === 'OFFER') throw new UploadRefusal(400, 'not an SDP offer of VP8');
    if (answer?.refused === 'AWAY') throw new UploadRefusal(503, 'no WebRTC now');
    throw new UploadRefusal(401, 'the token is not valid', unknownId('token', sessionId));
  });
  app.delete('/whip/:sessionId', async (request, reply) => {
    const { deviceId } = await boundCaller(request);
    const { sessionId } = whipPath.parse(request.params);
    const hadOne = await videos?.unpublish({ deviceId, sessionId }).catch(refuseSilence);
    if (!hadOne) throw new UploadRefusal(404, 'no such stream');
    return await reply.code(204).send();
  });
}
