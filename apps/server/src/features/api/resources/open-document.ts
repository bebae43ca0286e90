import {
  openEvent,
  openEvents,
  openPath,
  openProblems,
  openRemedies,
  openResources,
  problemType,
  type OpenProblem,
  type OpenResource,
} from '@sweepline/contract';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const {
    $schema: _dialect,
    additionalProperties: _closed,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  });
  return rest;
};

const problems = Object.entries(openProblems) as [OpenProblem, (typeof openProblems)[OpenProblem]][];

/** The problems that every resource may be refused with, by their status. */
function refusals() {
  const byStatus = Map.groupBy(problems, ([, { status }]) => String(status));
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group
          .map(([name, { titles }]) => `\`${name}\`: ${titles.en}. ${openRemedies[name].en}.`)
          .join('\n\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

const refusalRefs = Object.fromEntries(
  Object.keys(refusals()).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
);

function parametersOf({ path, input }: OpenResource) {
  if (!(input instanceof z.ZodObject)) return [];
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return Object.entries(input.shape).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name),
    // The values of a shape are zod schemas.
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
}

const operationOf = (name: string, resource: OpenResource) => ({
  operationId: name,
  'x-scope': resource.group,
  parameters: parametersOf(resource),
  responses: {
    200: {
      description: 'The resource.',
      content: { 'application/json': { schema: schemaOf(resource.output, 'output') } },
    },
    ...refusalRefs,
  },
});

const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
}));

/** A message of one type. A THIN endpoint gets it without `data`. */
const messageOf = (type: string) => ({
  post: {
    operationId: type,
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [{ $ref: '#/components/schemas/Event' }, { properties: { type: { const: type } } }],
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      410: { description: 'The endpoint is disabled.' },
      default: { description: 'Sent again by the schedule; a redirect is not followed.' },
    },
  },
});

function eventSchema() {
  const { required = [], ...schema } = schemaOf(openEvent, 'output');
  return { ...schema, required: required.filter((name) => name !== 'data') };
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'requestId'],
  properties: {
    type: { type: 'string', enum: problems.map(([name]) => problemType(name)) },
    title: { type: 'string' },
    status: { type: 'integer' },
    requestId: { type: 'string' },
  },
};

/** The OpenAPI 3.1 document of the open API, generated from the contract. */
export const openDocument = (version: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Sweepline open API',
    version,
    description:
      'Signed with RFC 9421 (hmac-sha256). Units are SI, times UTC, shares 0–1; what is unknown is null.',
  },
  servers: [{ url: openPath }],
  security: [{ signature: [] }, { bearer: [] }],
  paths: Object.fromEntries(
    Object.entries(openResources).map(([name, resource]) => [
      resource.path.replace(/:(\w+)/g, '{$1}'),
      { get: operationOf(name, resource) },
    ]),
  ),
  webhooks: Object.fromEntries(Object.keys(openEvents).map((type) => [type, messageOf(type)])),
  components: {
    schemas: { Event: eventSchema(), Problem: problemSchema },
    responses: refusals(),
    securitySchemes: {
      signature: {
        type: 'apiKey',
        in: 'header',
        name: 'Signature',
        description:
          'With `Signature-Input`: "@method" "@authority" "@path" "@query"; parameters `created` and `keyid`.',
      },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'A key with the scope read alone: `<key id>.<secret>`.',
      },
    },
  },
});
