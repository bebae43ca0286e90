import type { DocumentContext } from './report-pdf-parts.ts';
import { colours } from './report-pdf-parts.ts';

const [width, height, bottom, left] = [515, 130, 16, 44];

interface Step {
  day: string;
  cleanedM2: number;
  beforeM2: number;
}

/** Bars of the cleaned area, and a thin line for the period before. */
export function stepChart(steps: readonly Step[], { format, face }: DocumentContext): string {
  const max = Math.max(1, ...steps.flatMap(({ cleanedM2, beforeM2 }) => [cleanedM2, beforeM2]));
  const step = (width - left) / Math.max(1, steps.length);
  const floor = height - bottom;
  const y = (value: number) => floor - (value / max) * (floor - 10);
  const bars = steps.map(({ cleanedM2 }, index) => {
    const top = y(Math.max(0, cleanedM2));
    return `<rect x="${left + index * step + step * 0.15}" y="${top}" width="${step * 0.7}" height="${floor - top}" fill="${colours.brand}"/>`;
  });
  const line = steps.map(({ beforeM2 }, index) => `${left + (index + 0.5) * step},${y(beforeM2)}`);
  const text = (x: number, at: number, words: string, anchor: string) =>
    `<text x="${x}" y="${at}" font-family="${face}" font-size="7" fill="${colours.soft}" text-anchor="${anchor}">${words}</text>`;
  const marks = [0, Math.floor((steps.length - 1) / 2), steps.length - 1]
    .filter((index, place, all) => index >= 0 && all.indexOf(index) === place)
    .map((index) =>
      text(left + (index + 0.5) * step, height - 4, (steps[index]?.day ?? '').slice(5), 'middle'),
    );
  const grid = [0, 0.5, 1].map(
    (share) =>
      `<path d="M${left} ${y(max * share)}H${width}" stroke="${colours.line}" stroke-width="0.5"/>${text(left - 5, y(max * share) + 2.5, format.area(max * share), 'end')}`,
  );
  const before = `<polyline points="${line.join(' ')}" fill="none" stroke="${colours.PARTIAL}" stroke-width="1" stroke-dasharray="3 2"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${grid.join('')}${bars.join('')}${before}${marks.join('')}</svg>`;
}
