import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { replyCodes } from './codes.ts';
import { downMessages, upMessages } from './messages.ts';
import { commandTypes, xCommand } from './vendor-down.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/protocol/commands.md'), 'utf8');
const schemas = { ...upMessages.v3, ...downMessages.v3 };
const examples = [...page.matchAll(/```json (\w+)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => ({
  name: name as keyof typeof schemas,
  body: JSON.parse(text) as Record<string, unknown>,
}));
/** The rows of the table under a heading, as their cells. */
const tableUnder = (heading: string) =>
  (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );

test('the page on commands has an example of each of its messages, without a field that the schema does not name', () => {
  expect(examples.map(({ name }) => name)).toEqual(['xCommand', 'xReply', 'xAck', 'xRequest', 'xResponse']);
  for (const { name, body } of examples) expect(schemas[name].parse(body), name).toEqual(body);
});

test('the page on commands names every field of a command and of a reply', () => {
  const named = (heading: string) => tableUnder(heading).map(([field]) => field);
  const [command, reply] = [examples[0]!.body, examples[1]!.body];
  const own = (body: object) =>
    Object.keys(body).filter(
      (field) => !/^(headerId|timestamp|version|manufacturer|serialNumber)$/.test(field),
    );
  expect(named('xCommand')).toEqual(own(command));
  expect(Object.keys(xCommand.shape)).toEqual(expect.arrayContaining(named('xCommand')));
  for (const field of named('xReply')) expect(Object.keys(upMessages.v3.xReply.shape)).toContain(field);
  for (const field of own(reply)) expect(page).toContain(`\`${field}\``);
});

test('the page on commands has the types and their times as the catalogue has them, and only known codes', () => {
  const span = (ms: number) => (ms % 86_400_000 === 0 ? `${ms / 86_400_000} d` : `${ms / 1000} s`);
  const rows = Object.entries(commandTypes).map(([type, { lane, class: kind, ttlMs, timeoutMs }]) => [
    ...[type, lane, kind.toLowerCase(), span(ttlMs), String(timeoutMs)],
  ]);
  expect(tableUnder('Types')).toEqual(rows);
  const codes = tableUnder('Reply codes').map(([code]) => code);
  expect(replyCodes).toEqual(expect.arrayContaining(codes));
  expect(codes).toContain('EXPIRED');
});
