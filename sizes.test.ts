import { globSync, readFileSync } from 'node:fs';
import {
  parseSync,
  Visitor,
  type ArrowFunctionExpression,
  type Function as FunctionNode,
  type Node,
} from 'oxc-parser';
import { expect, test } from 'vitest';

const maxLines = 50;
/** Markup needs more lines than code. */
const maxMarkupLines = 80;
/** A function that returns functions counts with all of them. A longer one becomes a class or a module of functions. */
const maxFactoryLines = 120;

const files = globSync('{packages,apps,scripts,seeds,bench}/**/*.{ts,tsx}', {
  exclude: (path) => /node_modules|dist|test-kit/.test(path),
}).filter((file) => !/\.test\.tsx?$/.test(file));

type Span = { start: number; end: number };

interface Size {
  line: number;
  lines: number;
  max: number;
}

/** Functions of a file with all lines inside them, inner functions included. Blank lines and comments do not count. */
function functionsOf(file: string, text: string): Size[] {
  const { program, comments } = parseSync(file, text);
  const code = blanked(text, comments);
  const sizes: Size[] = [];
  const add = (node: FunctionNode | ArrowFunctionExpression) => {
    const lines = code.slice(node.start, node.end).split('\n');
    const plainMax = file.endsWith('.tsx') ? maxMarkupLines : maxLines;
    sizes.push({
      line: text.slice(0, node.start).split('\n').length,
      lines: lines.filter((line) => line.trim() !== '').length,
      max: returnsFunctions(node) ? maxFactoryLines : plainMax,
    });
  };
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(
    program,
  );
  return sizes;
}

/** Whether the function returns a function, or an object or list that contains one. */
function returnsFunctions({ body }: FunctionNode | ArrowFunctionExpression): boolean {
  if (body?.type !== 'BlockStatement') return containsFunction(body, new Set());
  const names = new Set<string>();
  for (const statement of body.body) {
    if (statement.type === 'FunctionDeclaration' && statement.id) names.add(statement.id.name);
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations)
      if (id.type === 'Identifier' && isFunction(init)) names.add(id.name);
  }
  return body.body.some(
    (statement) => statement.type === 'ReturnStatement' && containsFunction(statement.argument, names),
  );
}

const isFunction = (node: Node | null): boolean =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

function containsFunction(node: Node | null, names: ReadonlySet<string>): boolean {
  const contains = (inner: Node | null) => containsFunction(inner, names);
  switch (node?.type) {
    case 'Identifier':
      return names.has(node.name);
    case 'ObjectExpression':
      return node.properties.some((it) => contains(it.type === 'SpreadElement' ? it.argument : it.value));
    case 'ArrayExpression':
      return node.elements.some((it) => contains(it?.type === 'SpreadElement' ? it.argument : it));
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return contains(node.expression);
    case 'CallExpression':
      // `answer(calls, { … })` returns the handlers of the object; a callback is not returned.
      return node.arguments.some((it) => !isFunction(it) && contains(it));
    default:
      return isFunction(node ?? null);
  }
}

/** The text with spaces in place of the spans, so that line numbers do not change. */
function blanked(text: string, spans: readonly Span[]): string {
  let result = text;
  for (const { start, end } of spans) {
    result = result.slice(0, start) + result.slice(start, end).replaceAll(/[^\n]/g, ' ') + result.slice(end);
  }
  return result;
}

/** Functions that are still too long, with their lines. An entry that no longer applies must be removed. */
const tooLong: Record<string, readonly number[]> = {};

test('no function is longer than its limit', { timeout: 60_000 }, () => {
  const found: Record<string, number[]> = {};
  for (const file of files) {
    const long = functionsOf(file, readFileSync(file, 'utf8')).filter(({ lines, max }) => lines > max);
    if (long.length > 0) found[file] = long.map(({ lines }) => lines).toSorted((a, b) => a - b);
  }
  expect(found).toEqual(tooLong);
});

test('functionsOf counts inner functions, but no comments and blank lines', () => {
  const text = `function outer() {\n  // why\n\n  const inner = () => {\n    one();\n    two();\n  };\n  inner();\n}\n`;
  expect(functionsOf('a.ts', text)).toEqual([
    { line: 1, lines: 7, max: 50 },
    { line: 4, lines: 4, max: 50 },
  ]);
});

test('a function that returns functions has the limit of a factory', () => {
  const text = `const make = () => {\n  const run = () => 1;\n  return { run };\n};\nconst call = () => scope(() => 1);\n`;
  expect(functionsOf('a.ts', text).map(({ line, max }) => ({ line, max }))).toEqual([
    { line: 1, max: 120 },
    { line: 2, max: 50 },
    { line: 5, max: 50 },
    { line: 5, max: 50 },
  ]);
});
