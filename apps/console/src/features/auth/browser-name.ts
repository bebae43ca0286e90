/** The first that fits: each browser also calls itself by the names of those before it. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstIn = (table: readonly [RegExp, string][], agent: string) =>
  table.find(([sign]) => sign.test(agent))?.[1];

/** What people call the browser that describes itself so: `Chrome · Windows`; empty when it does not say. */
export function browserName(agent: string): string {
  const known = [firstIn(browsers, agent), firstIn(systems, agent)].filter((word) => word !== undefined);
  return known.length > 0 ? known.join(' · ') : agent.split(/[/\s]/, 1).join('').slice(0, 40);
}
