import { fieldReason, openProblems, problemType, type Lang, type OpenProblem } from '@sweepline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from '../../../platform/calls/error-mapping.ts';
import { languageOf } from '../../../platform/calls/envelope.ts';
import { reasonText } from '../../../platform/calls/refusal-text.ts';
import type { Refusal } from '../../../platform/calls/ctx.ts';
import { RequestRefusal } from '../../../platform/http/request-refusal.ts';

/** A refusal of the open API: an RFC 9457 problem with the facts that help to mend it. */
export class Problem extends Error {
  readonly problem: OpenProblem;
  readonly facts: Record<string, unknown>;
  /** Seconds after which the request may be repeated. */
  readonly retryAfterS: number | undefined;
  constructor(name: OpenProblem, facts: Record<string, unknown> = {}, retryAfterS?: number) {
    super(name);
    this.problem = name;
    this.facts = facts;
    this.retryAfterS = retryAfterS;
  }
}

/** English unless the program asks for another language. */
const languageOfProgram = ({ headers }: FastifyRequest): Lang => {
  const tag = headers['accept-language']?.split(/[,;]/, 1)[0]?.trim().toLowerCase();
  return languageOf(tag?.startsWith('zh') ? tag : (tag?.split('-', 1)[0] ?? 'en'));
};

const parametersOf = ({ details: { fields = {} } }: Refusal, lang: Lang) =>
  Object.entries(fields).map(([name, reason]) => ({
    name,
    reason: reasonText(reason ?? fieldReason('INVALID'), lang),
  }));

/** The problem that an error is answered with. */
function problemOf(error: unknown, lang: Lang): Problem {
  if (error instanceof Problem) return error;
  const refusal = refusalOf(error);
  if (refusal?.reason === 'notFound') return new Problem('not-found');
  if (refusal?.reason === 'invalid')
    return new Problem('invalid-parameter', { parameters: parametersOf(refusal, lang) });
  if (refusal?.reason === 'tooMany') return new Problem('rate', {}, 1);
  if (refusal?.reason === 'databaseAway' || refusal?.reason === 'timeout') {
    const retryAfterS = refusal instanceof RequestRefusal ? refusal.retryAfterS : undefined;
    return new Problem('unavailable', {}, retryAfterS ?? 3);
  }
  return new Problem('internal');
}

/** What a request was refused with; empty for one that was answered. */
export interface RequestOutcome {
  problem?: OpenProblem;
  facts?: Record<string, unknown>;
}

/** Answers a refused or failed request and notes why. An internal error is logged, and its text is not sent. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: RequestOutcome = {},
): FastifyReply {
  const lang = languageOfProgram(request);
  const { problem, facts, retryAfterS } = problemOf(error, lang);
  outcome.problem = problem;
  outcome.facts = facts;
  const { status, titles } = openProblems[problem];
  if (problem === 'internal')
    request.log.error({ err: error, route: request.routeOptions.url }, 'an open request failed');
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="open", Signature realm="open"');
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send({ type: problemType(problem), title: titles[lang], status, ...facts, requestId: request.id });
}
