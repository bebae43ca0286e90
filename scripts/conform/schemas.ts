import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUpTopic, upMessages, type Major } from '@sweepline/contract/robot';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const docs = join(import.meta.dirname, '..', '..', 'docs', 'protocol');
const ajv = new Ajv2020({ strict: false, formats: { uint32: true } });
addFormats.default(ajv);
const validators = new Map<string, ValidateFunction | undefined>();

/** The schema of the standard for its own topics, else ours. */
function validatorOf(name: string): ValidateFunction | undefined {
  if (validators.has(name)) return validators.get(name);
  const files = [join(docs, 'vda5050-3.0.0', `${name}.schema`), join(docs, 'schemas', `${name}.json`)];
  const file = files.find((path) => existsSync(path));
  const validator =
    file === undefined ? undefined : ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
  validators.set(name, validator);
  return validator;
}

/**
 * Why a message does not satisfy its schema; undefined if it does. The repository has no schemas of version 2, so its
 * messages have to satisfy what the server reads.
 */
export function schemaFault(major: Major, name: string, body: object) {
  if (!isUpTopic(name)) return { reason: `unknown topic ${name}` };
  const validator = major === 'v3' || name.startsWith('x') ? validatorOf(name) : undefined;
  if (!validator) {
    const issue = upMessages[major][name].safeParse(body).error?.issues[0];
    return issue && { reason: issue.message, field: issue.path.join('.') };
  }
  if (validator(body)) return undefined;
  const [error] = validator.errors ?? [];
  return { reason: error?.message ?? 'schema', field: error?.instancePath.slice(1).replaceAll('/', '.') };
}
