import { downTopicNames, isDownTopic, isUpTopic, parseTopic } from '@sweepline/contract/robot';

/**
 * The access rights of devices (docs/protocol/topics.md#access-rights). A device publishes its up topics and reads its down
 * topics under its own serial number. Serial numbers are compared exactly, as the ACL of a broker does.
 */
export function mayPublish(user: string, topic: string, interfaces: readonly string[]): boolean {
  const parsed = parseTopic(topic, interfaces);
  return parsed.ok && parsed.address.serialNumber === user && isUpTopic(parsed.address.name);
}

/** A filter may use `+` for interface version, manufacturer and topic, as in the ACL, but not for the serial number. */
export function maySubscribe(user: string, filter: string, interfaces: readonly string[]): boolean {
  const [interfaceName, major, manufacturer, serialNumber, name, ...more] = filter.split('/');
  const isWildcard = (level: string | undefined) => level === '+';
  return (
    more.length === 0 &&
    interfaces.includes(interfaceName ?? '') &&
    (isWildcard(major) || major === 'v2' || major === 'v3') &&
    manufacturer !== undefined &&
    manufacturer !== '#' &&
    serialNumber === user &&
    (isWildcard(name) || isDownTopic(name ?? ''))
  );
}

/** A device that subscribes to `…/+` receives its down topics and not its own up topics. */
export function mayReceive(user: string, topic: string): boolean {
  const [, , , serialNumber, name] = topic.split('/');
  return serialNumber === user && downTopicNames.some((it) => it === name);
}
