import { alsoSaysOf, cleaningOf, type Vehicle } from '@sweepline/contract/robot';
import { capabilityRows, pagesOf, wordOf } from './capability-verdict.ts';
import { linesOf, summaryOf } from './report.ts';
import type { RobotUnderTest } from '../../apps/server/src/robots/conformance/conformance-service.ts';
import type { Row } from './test-run.ts';

export interface TestResult {
  robot: Pick<RobotUnderTest, 'address' | 'version' | 'model'>;
  vehicle: Vehicle;
  rows: readonly Row[];
  /** End of the test. */
  at: string;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const cells = (tag: 'td' | 'th', values: readonly string[]) =>
  `<tr>${values.map((value) => `<${tag}>${escaped(value)}</${tag}>`).join('')}</tr>`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead>${cells('th', heads)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;

const style = `
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; color: #16323c; }
  h1 { margin-bottom: 0; } h2 { margin-top: 2rem; }
  table { width: 100%; border-collapse: collapse; } th, td { padding: 4px 10px 4px 0; text-align: left; vertical-align: top; border-bottom: 1px solid #d5dee1; }
  pre { overflow-x: auto; font-size: 13px; } small { color: #54707a; }
  @media print { body { margin: 0; } tr, pre { break-inside: avoid; } }`;

function cleaningLine(vehicle: Vehicle): string {
  const { toolWidthM, toolOffsetM, bodyWidthM, isAssumed, modes, strengths } = cleaningOf(vehicle);
  const tool = `tool ${toolWidthM} m${isAssumed ? ' (assumed)' : ''}, ${toolOffsetM} m ahead, body ${bodyWidthM} m`;
  const choices = [...modes, ...strengths].map(({ key }) => key).join(', ');
  return `Cleaning: ${tool}; ${choices}.`;
}

/** A page for a customer: what the robot declares, what works, what the console will offer, and every rule. */
export function reportPage({ robot, vehicle, rows, at }: TestResult): string {
  const { manufacturer, serialNumber } = robot.address;
  const name = `${manufacturer} ${serialNumber}`;
  const capabilities = capabilityRows(vehicle, rows);
  const alsoSays = alsoSaysOf(vehicle);
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const paragraph = (text: string) => `<p>${escaped(text)}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(`Conformance of ${name}`)}</title><style>${style}</style></head><body>
<h1>${escaped(name)}</h1>
<p><small>${escaped(`Conformance test of ${at.slice(0, 16).replace('T', ' ')} UTC · VDA 5050 ${robot.version} · registered as ${robot.model}`)}</small></p>
${paragraph(`${summaryOf(rows)}.`)}
<h2>Capabilities</h2>
${table(
  ['Capability', 'Verdict', 'Rules that hold', 'Rules that do not'],
  capabilities.map((row) => [row.page, wordOf(row), row.holds.join(', '), row.fails.join(', ')]),
)}
<h2>The console will offer these pages</h2>
<ul>${pagesOf(vehicle)
    .map((page) => `<li>${escaped(page)}</li>`)
    .join('')}</ul>
${paragraph(cleaningLine(vehicle))}
${alsoSays.length > 0 ? paragraph(`It also says, without an effect here: ${alsoSays.join(', ')}.`) : ''}
<h2>Rules</h2>
${subjects
  .map((subject) => {
    const lines = rows.filter((row) => row.subject === subject).flatMap(linesOf);
    return `<h3>${escaped(subject)}</h3><pre>${escaped(lines.join('\n'))}</pre>`;
  })
  .join('\n')}
</body></html>
`;
}
