/** Side views of the models on a grid of 96 × 72, one path of the body and one of its parts. */
const drawings: Record<string, { body: string; parts: string }> = {
  J20: {
    body: 'M20 52V34a14 14 0 0 1 14-14h24a18 18 0 0 1 18 18v14z',
    parts:
      'M20 40h56M30 60a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM64 60a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM12 60l10-8M40 28h14',
  },
  J30: {
    body: 'M16 54V22a8 8 0 0 1 8-8h36l18 16v24z',
    parts:
      'M16 38h62M28 62a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM64 62a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM78 48l8 10H72M24 22h20v8H24zM60 14v16h18',
  },
  J40: {
    body: 'M10 54V28l8-16h50a10 10 0 0 1 10 10v32z',
    parts:
      'M10 36h68M24 62a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM62 62a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM78 44l10 14H70M26 20h16v8H26zM50 20h18v8H50z',
  },
};

/** A drawing of a model; of an unknown one the smallest. */
export function ModelDrawing({ model }: { model: string }) {
  const { body, parts } = drawings[model] ?? drawings['J20']!;
  return (
    <svg className="fault-model" viewBox="0 0 96 72" aria-hidden="true">
      <path className="fault-model-body" d={body} />
      <path d={parts} />
    </svg>
  );
}
