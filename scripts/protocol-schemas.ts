import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchemas, jsonSchemaText } from '../packages/contract/src/robot/json-schemas.ts';
import { say } from './start/say.ts';

/** Writes the JSON schemas of our own messages from the contract: `npm run protocol:schemas`. */
const folder = join(import.meta.dirname, '..', 'docs', 'protocol', 'schemas');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const schemas = Object.entries(jsonSchemas());
for (const [name, schema] of schemas) writeFileSync(join(folder, `${name}.json`), jsonSchemaText(schema));
say(`${schemas.length} schemas in docs/protocol/schemas`);
