import { errors, type Call, type Calls, urlOf } from '@sweepline/contract';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const envelopeOf = (call: Call) => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', description: '200 is success; any other code comes with `msg`.' },
    msg: { type: 'string' },
    data: { anyOf: [schemaOf(call.output, 'output'), { type: 'null' }] },
    requestId: { type: 'string' },
  },
});

function bodyOf(call: Call) {
  const schema = schemaOf(call.input, 'input');
  if (call.method === 'GET') return {};
  const mediaType = call.kind === 'multipart' ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required: true, content: { [mediaType]: { schema } } } };
}

function parametersOf(call: Call) {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const fields =
    call.method === 'GET' && call.input instanceof z.ZodObject ? Object.entries(call.input.shape) : [];
  const fromInput = fields.map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || !(schema instanceof z.ZodOptional),
    // The values of a shape are zod schemas.
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 128 },
  };
  return [...fromInput, ...(call.reads || call.method === 'GET' || call.allow === 'everyone' ? [] : [key])];
}

function operationOf(family: string, name: string, call: Call) {
  const content =
    call.kind === 'bytes'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: envelopeOf(call) } };
  return {
    operationId: `${family}.${name}`,
    tags: [family],
    ...(call.allow === 'everyone' ? { security: [] } : {}),
    'x-permission': call.allow,
    parameters: parametersOf(call),
    ...bodyOf(call),
    responses: { 200: { description: 'The envelope, of success and refusal alike.', content } },
  };
}

/** The OpenAPI 3.1 document of all calls, generated from the contract. */
export function openApi(allCalls: Record<string, Calls>, version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [family, calls] of Object.entries(allCalls)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = urlOf(call).replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(family, name, call) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sweepline',
      version,
      'x-errors': Object.fromEntries(
        Object.entries(errors).map(([name, { code, texts }]) => [name, { code, text: texts.en }]),
      ),
    },
    components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    security: [{ session: [] }],
    paths,
  };
}
