import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

/** Largest number of lines of a function. Markup needs more lines than code. */
const maxLines = (file: string) => (file.endsWith('.tsx') ? 80 : 50);

const files = globSync('{packages,apps,scripts,seeds,bench}/**/*.{ts,tsx}', {
  exclude: (path) => /node_modules|dist/.test(path),
}).filter((file) => !/\.test\.tsx?$/.test(file));

type Span = { start: number; end: number };

/**
 * Functions of a file with their own lines. Lines of inner functions count only for the inner function, so a factory
 * counts without the functions it returns. Blank lines and comments do not count.
 */
function functionsOf(file: string, text: string): { line: number; lines: number }[] {
  const { program, comments } = parseSync(file, text);
  const spans: Span[] = [];
  const keep = (node: Span) => void spans.push(node);
  new Visitor({ FunctionDeclaration: keep, FunctionExpression: keep, ArrowFunctionExpression: keep }).visit(
    program,
  );
  const code = blanked(text, comments);
  return spans.map((span) => {
    const inner = spans.filter(
      ({ start, end }) => start > span.start && end <= span.end && code.slice(start, end).includes('\n'),
    );
    const own = blanked(code, inner).slice(span.start, span.end);
    return {
      line: text.slice(0, span.start).split('\n').length,
      lines: own.split('\n').filter((line) => line.trim() !== '').length,
    };
  });
}

/** The text with spaces in place of the spans, so that line numbers do not change. */
function blanked(text: string, spans: readonly Span[]): string {
  let result = text;
  for (const { start, end } of spans) {
    result = result.slice(0, start) + result.slice(start, end).replaceAll(/[^\n]/g, ' ') + result.slice(end);
  }
  return result;
}

test('no function is longer than maxLines', { timeout: 60_000 }, () => {
  const long = files.flatMap((file) =>
    functionsOf(file, readFileSync(file, 'utf8'))
      .filter(({ lines }) => lines > maxLines(file))
      .map(({ line, lines }) => `${file}:${line} has ${lines}`),
  );
  expect(long).toEqual([]);
});

test('functionsOf does not count lines of inner functions, comments and blank lines', () => {
  const text = `function outer() {\n  // why\n\n  const inner = () => {\n    one();\n    two();\n  };\n  return inner;\n}\n`;
  expect(functionsOf('a.ts', text)).toEqual([
    { line: 1, lines: 5 },
    { line: 4, lines: 4 },
  ]);
});
