const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /Edg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['WeChat', /MicroMessenger\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];

const systems: [name: string, pattern: RegExp][] = [
  ['Android', /Android ([\d.]+)/],
  ['iOS', /(?:iPhone|iPad|iPod).*? OS ([\d_]+)/],
  ['Windows', /Windows NT ([\d.]+)/],
  ['macOS', /Mac OS X ([\d_.]+)/],
  ['ChromeOS', /CrOS \S+ ([\d.]+)/],
  ['Linux', /Linux()/],
];

/** The device model from the user agent. Desktop browsers do not send one. */
const modelOf = (agent: string) =>
  /Android [\d.]+; ([^;)]+?)(?: Build|[;)])/.exec(agent)?.[1] ??
  /\((iPhone|iPad|iPod)/.exec(agent)?.[1] ??
  '';

function match(list: typeof browsers, agent: string): [name: string, version: string] {
  for (const [name, pattern] of list) {
    const matched = pattern.exec(agent);
    if (matched) return [name, (matched[1] ?? '').replaceAll('_', '.')];
  }
  return ['', ''];
}

/** Browser, operating system and device model, from the user agent. Unknown values are empty. */
export function browserFacts(agent: string = navigator.userAgent) {
  const [browser, version] = match(browsers, agent);
  const [platform, osver] = match(systems, agent);
  return { platform, osver, deviceModel: modelOf(agent), browserName: `${browser} ${version}`.trim() };
}
