import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputPieces } from './input-pieces.ts';
import { OutputStream } from './output-stream.ts';
import { hasLines, visibleText } from './paste-text.ts';
import { clampSize } from './terminal-size.ts';

const streamOf = () => {
  const written: string[] = [];
  return { written, stream: new OutputStream((text) => written.push(text)) };
};

test('a piece after a gap waits until the gap is filled, and is then written once', () => {
  const { written, stream } = streamOf();
  expect(stream.accept({ from: 0, text: 'abc' })).toBe(true);
  expect(stream.accept({ from: 5, text: 'fg' })).toBe(false);
  expect(written.join('')).toBe('abc');
  expect(stream.next).toBe(3);
  expect(stream.accept({ from: 3, text: 'defg' })).toBe(true);
  expect(written.join('')).toBe('abcdefg');
  expect(stream.accept({ from: 5, text: 'fg' })).toBe(true);
  expect(written.join('')).toBe('abcdefg');
});

test('in whatever order pieces arrive, what is written is the beginning of the output', () => {
  const pieces = fc.array(fc.tuple(fc.nat(60), fc.nat(20)));
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60 }), pieces, (output, cuts) => {
      const { written, stream } = streamOf();
      for (const [from, length] of cuts.filter(([at]) => at <= output.length)) {
        stream.accept({ from, text: output.slice(from, from + length) });
        expect(output.startsWith(written.join(''))).toBe(true);
        expect(stream.next).toBe(written.join('').length);
      }
      expect(stream.accept({ from: stream.next, text: output.slice(stream.next) })).toBe(true);
      expect(written.join('')).toBe(output);
    }),
  );
});

test('input is split into messages of the limit, without loss and without a halved character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.integer({ min: 2, max: 9 }),
      (text, max) => {
        const pieces = inputPieces(text, max);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThan(0);
          expect(piece.length).toBeLessThanOrEqual(max);
          expect(piece.isWellFormed()).toBe(true);
        }
      },
    ),
  );
});

test('a text with a line end is shown before it is sent, and loses its control characters', () => {
  expect(hasLines('uptime')).toBe(false);
  expect(hasLines('uptime\r')).toBe(true);
  expect(visibleText('ls\r\n\u001b[2Krm -rf /\u0007\tx\r')).toEqual({
    text: 'ls\n[2Krm -rf /\tx\n',
    hidden: 2,
  });
});

test('a size outside the limits of the contract is brought within them', () => {
  expect(clampSize(12.7, 3)).toEqual({ cols: 20, rows: 5 });
  expect(clampSize(80.9, 24.2)).toEqual({ cols: 80, rows: 24 });
  expect(clampSize(9_999, 9_999)).toEqual({ cols: 500, rows: 200 });
});
