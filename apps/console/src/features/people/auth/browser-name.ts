/** The first match wins: each browser also names the browsers before it in its user agent. */
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

/** The browser and system of a user agent: `Chrome · Windows`; empty when it names neither. */
export function browserName(agent: string): string {
  const names = [firstIn(browsers, agent), firstIn(systems, agent)].filter((word) => word !== undefined);
  return names.length > 0 ? names.join(' · ') : agent.split(/[/\s]/, 1).join('').slice(0, 40);
}
