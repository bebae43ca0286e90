export type Print = (fields: Record<string, unknown>, text: string) => void;

/** The one place the program writes to its output. */
export function printer(format: 'text' | 'json' | 'none'): Print {
  if (format === 'none') return () => undefined;
  if (format === 'json')
    return (fields, text) => void process.stdout.write(`${JSON.stringify({ ...fields, text })}\n`);
  return (fields, text) => {
    const { sn = '' } = fields;
    process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${String(sn).padEnd(10)} ${text}\n`);
  };
}
