type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectIn = (value: unknown, name: string): Json => {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
};
const listIn = (value: unknown, name: string): unknown[] => {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
};

/** What a program that reads an answer may miss: a field, a type of it. */
function narrowedAnswer(before: unknown, now: unknown, at: string): string[] {
  if (!isObject(before)) return [];
  if (!isObject(now)) return [`${at} is gone`];
  const changed =
    before['type'] !== undefined && JSON.stringify(before['type']) !== JSON.stringify(now['type'])
      ? [`${at} has another type`]
      : [];
  const fields = Object.entries(objectIn(before, 'properties')).flatMap(([name, field]) =>
    narrowedAnswer(field, objectIn(now, 'properties')[name], `${at}.${name}`),
  );
  const required = new Set(listIn(now, 'required'));
  const optional = listIn(before, 'required').flatMap((name) =>
    required.has(name) ? [] : [`${at}.${String(name)} may be missing`],
  );
  return [...changed, ...fields, ...optional, ...narrowedAnswer(before['items'], now['items'], `${at}[]`)];
}

/** What a program that sends may be refused for: a parameter that is gone, newly required, or takes fewer values. */
function narrowedParameters(before: unknown, now: unknown, at: string): string[] {
  const byName = (operation: unknown) =>
    new Map(listIn(operation, 'parameters').map((row) => [isObject(row) ? String(row['name']) : '', row]));
  const [former, present] = [byName(before), byName(now)];
  const gone = [...former].flatMap(([name, row]) => {
    const next = present.get(name);
    if (!isObject(next)) return [`${at}?${name} is gone`];
    const values = new Set(listIn(next['schema'], 'enum'));
    const refused = listIn(objectIn(row, 'schema'), 'enum').filter((value) => !values.has(value));
    return refused.map((value) => `${at}?${name} refuses ${String(value)}`);
  });
  const required = [...present].flatMap(([name, row]) =>
    !former.has(name) && isObject(row) && row['required'] === true ? [`${at}?${name} is required now`] : [],
  );
  return [...gone, ...required];
}

const answerOf = (operation: unknown) =>
  objectIn(objectIn(objectIn(objectIn(operation, 'responses'), '200'), 'content'), 'application/json')[
    'schema'
  ];

/** What a program written for the released document would miss in the present one. Additions are no breaks. */
export function breaksOf(released: unknown, present: unknown): string[] {
  const paths = Object.entries(objectIn(released, 'paths')).flatMap(([path, item]) => {
    const [before, now] = [
      objectIn(item, 'get'),
      objectIn(objectIn(objectIn(present, 'paths'), path), 'get'),
    ];
    if (Object.keys(now).length === 0) return [`${path} is gone`];
    return [
      ...narrowedParameters(before, now, path),
      ...narrowedAnswer(answerOf(before), answerOf(now), path),
    ];
  });
  const events = Object.keys(objectIn(released, 'webhooks')).flatMap((name) =>
    name in objectIn(present, 'webhooks') ? [] : [`event ${name} is gone`],
  );
  const typesOf = (document: unknown) =>
    listIn(
      objectIn(
        objectIn(objectIn(objectIn(objectIn(document, 'components'), 'schemas'), 'Problem'), 'properties'),
        'type',
      ),
      'enum',
    );
  const types = new Set(typesOf(present));
  return [
    ...paths,
    ...events,
    ...typesOf(released).flatMap((type) => (types.has(type) ? [] : [`problem ${String(type)} is gone`])),
  ];
}
